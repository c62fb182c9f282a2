import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useEffect, useState, type FormEvent } from "react";
import { api } from "../../platform/api.ts";
import { useIdentityQuestion } from "../../kernel/account/confirm-identity.ts";
import { passkeyObstacle } from "../../kernel/account/passkey-support.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

/** Asks the person at the browser to prove that it is still them; the one place that does. */
export function IdentityDialog() {
  const question = useIdentityQuestion((state) => state.question);
  // Who goes elsewhere has not answered, and is not asked again on the way back.
  useEffect(() => () => useIdentityQuestion.getState().question?.answer(false), []);
  return (
    <Dialog
      title={t("Confirm it's you")}
      description={t("Please confirm your identity to continue. We won't ask again for ten minutes.")}
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
    >
      {question && <IdentityForm onAnswer={question.answer} />}
    </Dialog>
  );
}

const words = (error: unknown) =>
  errorCode(error) === "INVALID_CREDENTIALS"
    ? t("That's not your password.")
    : errorMessage(error, t("Can't reach the server. Try again in a moment."));

function IdentityForm({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const email = useUser()?.email ?? "";
  const { data: status } = useQuery(api.security.status.queryOptions({ input: {} }));
  const [isCode, setIsCode] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const prove = async (proof: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await proof();
      onAnswer(true);
    } catch (failure) {
      setError(words(failure));
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const secret = String(new FormData(event.currentTarget).get("secret"));
    void prove(() => rpc.security.reauthenticate(isCode ? { code: secret } : { password: secret }));
  };
  const handlePasskey = () =>
    prove(async () => {
      const { askPasskey } = await import("../../kernel/account/passkey.ts");
      const passkey = await askPasskey(await rpc.security.passkeyOptions({}));
      await rpc.security.reauthenticate({ passkey });
    });
  const hasPasskey = (status?.passkeys.length ?? 0) > 0 && passkeyObstacle() === null;
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      {/* For password managers, which want to know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        key={isCode ? "code" : "password"}
        label={isCode ? t("Code") : t("Password")}
        name="secret"
        type={isCode ? "text" : "password"}
        autoComplete={isCode ? "one-time-code" : "current-password"}
        hint={isCode ? t("Six-digit code from your authenticator app, or a backup code.") : undefined}
        required
        autoFocus
        error={error}
      />
      <div className="flex flex-wrap gap-2">
        {status?.hasTotp && (
          <Button look="quiet" className="-ml-3" onClick={() => setIsCode(!isCode)}>
            {isCode ? t("Use password") : t("Use a code")}
          </Button>
        )}
        {hasPasskey && (
          <Button look="quiet" onClick={() => void handlePasskey()}>
            <Fingerprint size={15} /> {t("Use a passkey")}
          </Button>
        )}
      </div>
      <DialogActions>
        <Button onClick={() => onAnswer(false)}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Confirm")}
        </Button>
      </DialogActions>
    </form>
  );
}
