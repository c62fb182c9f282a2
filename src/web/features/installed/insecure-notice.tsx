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
          "This page was loaded over plain http, so others on the network can read along and nothing proves it is {product}. Writing, saving and search work. Browsers turn off:",
          { product: PRODUCT },
        )}
      </p>
      <ul className="mt-1.5 list-disc pl-5">
        <li>{t("starting offline, and installing as an app")}</li>
        <li>{t("notifications when no page is open")}</li>
        <li>{t("passkeys")}</li>
      </ul>
      <p className="mt-1.5">
        {t(
          "Everything works over https, for example behind a reverse proxy with a certificate, or at http://localhost on the server itself.",
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
      actions={<Button onClick={dismiss}>{t("Got it")}</Button>}
    >
      <p className="font-medium">{t("Not a secure connection")}</p>
      <div className="mt-1 text-muted">
        <InsecureWords />
      </div>
    </NoticeCard>
  );
}
