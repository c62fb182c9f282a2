import { useState } from "react";
import { loginMessage } from "../../platform/auth-messages.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** For whoever may not sign in before the link in the mail was opened. */
export function SendAgain({ email }: { email: string }) {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const handleSend = async () => {
    setState("busy");
    try {
      await rpc.accounts.sendVerification({ email });
      setState("sent");
    } catch (error) {
      setState("idle");
      toast.error(loginMessage(error));
    }
  };
  if (state === "sent")
    return <p className="text-sm text-muted">{t("We sent a new link to {email}.", { email })}</p>;
  return (
    <Button isBusy={state === "busy"} onClick={() => void handleSend()}>
      {t("Resend verification link")}
    </Button>
  );
}
