import { useState, type FormEvent } from "react";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setIsBusy(true);
    setError(undefined);
    try {
      await rpc.accounts.resetPassword({ token, password });
      toast.success(t("Your password was changed. Sign in with the new one."));
      onDone();
    } catch (failure) {
      setError(errorMessage(failure, t("Couldn't change the password. Please try again.")));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        label={t("New password")}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={error}
        autoFocus
      />
      <Button type="submit" look="primary" className="mt-1 h-9" isBusy={isBusy}>
        {t("Change password")}
      </Button>
    </form>
  );
}
