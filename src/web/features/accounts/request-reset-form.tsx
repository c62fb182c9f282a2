import { useState, type FormEvent } from "react";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

export function RequestResetForm({ onSent }: { onSent: (email: string) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    setIsBusy(true);
    try {
      await rpc.accounts.requestPasswordReset({ email });
      onSent(email);
    } catch (error) {
      toast.error(errorMessage(error, t("Couldn't send the link. Please try again.")));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field label={t("Email")} name="email" type="email" autoComplete="username" required autoFocus />
      <Button type="submit" look="primary" className="mt-1 h-9" isBusy={isBusy}>
        {t("Send reset link")}
      </Button>
    </form>
  );
}
