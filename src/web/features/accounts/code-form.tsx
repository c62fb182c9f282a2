import { useState, type FormEvent } from "react";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { enter } from "./sign-in.ts";
import { t } from "../../lib/messages/t.ts";

type CodeFormProps = { challenge: string; onDone: () => void; onCancel: () => void };

/** The second step of a sign-in: a code of the authenticator app, or a backup code. */
export function CodeForm({ challenge, onDone, onCancel }: CodeFormProps) {
  const [isBackup, setIsBackup] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    setIsBusy(true);
    setError(undefined);
    try {
      enter((await rpc.security.loginSecondFactor({ challenge, code })).session);
      onDone();
    } catch (failure) {
      const words = errorMessage(failure, t("Login failed. Please try again."));
      if (errorCode(failure) === "INVALID_TOKEN") {
        toast.error(words);
        onCancel();
      } else setError(words);
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        key={String(isBackup)}
        label={isBackup ? t("Backup code") : t("Code")}
        name="code"
        inputMode={isBackup ? "text" : "numeric"}
        autoComplete={isBackup ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        hint={
          isBackup
            ? t("One of your ten backup codes. Each works once.")
            : t("The six-digit code from your authenticator app.")
        }
        error={error}
      />
      <Button type="submit" look="primary" className="mt-1 h-9" isBusy={isBusy}>
        {t("Sign in")}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" className="-ml-3" onClick={() => setIsBackup(!isBackup)}>
          {isBackup ? t("Use authenticator app") : t("Use a backup code")}
        </Button>
        <Button look="quiet" className="-mr-3" onClick={onCancel}>
          {t("Back")}
        </Button>
      </div>
    </form>
  );
}
