import { useState, type FormEvent } from "react";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { refreshSecurity } from "./use-security.ts";
import { t } from "../../lib/messages/t.ts";

export function PasswordSetting() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t("Change password")}</Button>
      <Dialog
        title={t("Change password")}
        description={t("Signs out all other devices. We'll email you a confirmation.")}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <PasswordForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

type Faults = { current?: string; next?: string };

function faultsOf(error: unknown): Faults {
  if (errorCode(error) === "INVALID_CREDENTIALS") return { current: t("That's not your password.") };
  return { next: errorMessage(error, t("Couldn't change the password. Please try again.")) };
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const email = useUser()?.email;
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setFaults({});
    try {
      await rpc.security.changePassword({
        currentPassword: String(form.get("current")),
        newPassword: String(form.get("next")),
      });
      await refreshSecurity();
      toast.success(t("Your password was changed. All other devices were signed out."));
      onDone();
    } catch (error) {
      setFaults(faultsOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <input type="hidden" name="username" autoComplete="username" value={email ?? ""} readOnly />
      <Field
        label={t("Current password")}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        error={faults.current}
      />
      <Field
        label={t("New password")}
        name="next"
        type="password"
        autoComplete="new-password"
        required
        error={faults.next}
      />
      <DialogActions>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Change password")}
        </Button>
      </DialogActions>
    </form>
  );
}
