import { useState } from "react";
import { local } from "../../platform/local.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "./notice-card.tsx";
import { t } from "../../lib/messages/t.ts";

const SEEN = "cairn-insecure-seen";

/** What browsers keep from pages that came over plain http, and how one gets it. */
export function InsecureWords() {
  return (
    <>
      <p>
        {t(
          "This page came over plain http, so nobody vouches that it is {product} and others in the network can read along. Writing, saving and search work. Browsers withhold here:",
          { product: PRODUCT },
        )}
      </p>
      <ul className="mt-1.5 list-disc pl-5">
        <li>{t("starting without the server, and installing as an app")}</li>
        <li>{t("notifications while no page is open")}</li>
        <li>{t("passkeys")}</li>
      </ul>
      <p className="mt-1.5">
        {t(
          "All of it works over https, for example behind a reverse proxy with a certificate, or at http://localhost on the server itself.",
        )}
      </p>
    </>
  );
}

export function InsecureNotice() {
  const [isHidden, setIsHidden] = useState(() => isSecureContext || local.get(SEEN) !== null);
  if (isHidden) return null;
  const dismiss = () => {
    local.set(SEEN, "1");
    setIsHidden(true);
  };
  return (
    <NoticeCard
      label={t("Not a secure connection")}
      actions={<Button onClick={dismiss}>{t("Understood")}</Button>}
    >
      <p className="font-medium">{t("Not a secure connection")}</p>
      <div className="mt-1 text-muted">
        <InsecureWords />
      </div>
    </NoticeCard>
  );
}
