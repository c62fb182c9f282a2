import { useState } from "react";
import { queryClient } from "../../platform/api.ts";
import { reconnect } from "../../kernel/account/local-data.ts";
import { SESSION_EXPIRED } from "../../platform/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { LoginForm } from "./login-form.tsx";
import { t } from "../../lib/messages/t.ts";

/** A dialog that opens under a typing hand would swallow the end of the sentence, into the password field at that. */
function isTyping(): boolean {
  const active = document.activeElement;
  return active instanceof HTMLElement && active.matches("input, textarea, [contenteditable=true]");
}

/** The session ended in mid-work: asks for the password over the page. Everything under it stays, unsent text included. */
export function ExpiredSession({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(() => !isTyping());
  const handleDone = () => {
    reconnect();
    void queryClient.invalidateQueries();
  };
  return (
    <>
      <Banner
        tone="danger"
        action={
          <Button look="primary" onClick={() => setIsOpen(true)}>
            {t("Sign in")}
          </Button>
        }
      >
        {SESSION_EXPIRED}
      </Banner>
      <Dialog
        title={t("Sign in again")}
        description={t("Nothing is lost. Your changes are kept here and sync after you sign in.")}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <LoginForm email={email} isEmailFixed onDone={handleDone} />
      </Dialog>
    </>
  );
}
