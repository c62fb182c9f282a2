import { useState } from "react";
import { local } from "../../platform/local.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "./notice-card.tsx";

const SEEN = "cairn-insecure-seen";

/** What browsers keep from pages that came over plain http, and how one gets it. */
export function InsecureWords() {
  return (
    <>
      <p>
        This page came over plain http, so nobody vouches that it is {PRODUCT} and others in the network can
        read along. Writing, saving and search work. Browsers withhold here:
      </p>
      <ul className="mt-1.5 list-disc pl-5">
        <li>starting without the server, and installing as an app</li>
        <li>notifications while no page is open</li>
        <li>passkeys</li>
      </ul>
      <p className="mt-1.5">
        All of it works over https, for example behind a reverse proxy with a certificate, or at
        http://localhost on the server itself.
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
    <NoticeCard label="Not a secure connection" actions={<Button onClick={dismiss}>Understood</Button>}>
      <p className="font-medium">Not a secure connection</p>
      <div className="mt-1 text-muted">
        <InsecureWords />
      </div>
    </NoticeCard>
  );
}
