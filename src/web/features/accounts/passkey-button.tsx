import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { loginMessage } from "../../platform/auth-messages.ts";
import { passkeyObstacle } from "../../kernel/account/passkey-support.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { enter } from "./sign-in.ts";
import { t } from "../../lib/messages/t.ts";

/** Closing the device's own question is no failure. */
const isClosed = (error: unknown) =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** Asks the device for a passkey of this site; whose it is, it says itself. */
async function signInWithPasskey(): Promise<void> {
  const { askPasskey } = await import("../../kernel/account/passkey.ts");
  const passkey = await askPasskey(await rpc.security.passkeyOptions({}));
  await rpc.accounts.logout({ everywhere: false }).catch(() => undefined);
  enter((await rpc.security.loginPasskey({ passkey })).session);
}

/** Signs in by fingerprint, face or key; absent where passkeys cannot work, as the settings explain. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  if (passkeyObstacle()) return null;
  const handleClick = async () => {
    setIsBusy(true);
    try {
      await signInWithPasskey();
      onDone();
    } catch (error) {
      if (!isClosed(error)) toast.error(loginMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button className="h-9" isBusy={isBusy} onClick={() => void handleClick()}>
      <Fingerprint size={15} /> {t("Use a passkey")}
    </Button>
  );
}
