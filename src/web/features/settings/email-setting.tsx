import { BadgeCheck, MailWarning } from "lucide-react";
import { useState, type FormEvent } from "react";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { settle } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { refreshSecurity, sayFailure, useSecurity } from "./use-security.ts";
import { rich } from "../../lib/messages/rich.ts";
import { t } from "../../lib/messages/t.ts";

const IN_OUTBOX = t("This server has no mail server, so the email is a file in its data/outbox folder.");

/** What marks the buttons when what they do failed. */
const EMAIL = "email-setting";

export function EmailSetting() {
  const { data: status } = useSecurity();
  const [isOpen, setIsOpen] = useState(false);
  if (!status) return null;
  const outbox = status.hasMailServer ? "" : ` ${IN_OUTBOX}`;
  const sendAgain = async () => {
    settle(EMAIL);
    try {
      await rpc.accounts.sendVerification({ email: status.email });
      toast.success(t("We sent a new link to {email}.", { email: status.email }) + outbox);
    } catch (error) {
      sayFailure(error, EMAIL, sendAgain, t("Couldn't send the link. Please try again."));
    }
  };
  const cancel = async () => {
    settle(EMAIL);
    await rpc.security.cancelEmailChange({}).catch((error: unknown) => sayFailure(error, EMAIL, cancel));
    await refreshSecurity();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex max-w-full flex-wrap items-center gap-x-2">
        <span className="min-w-0 break-words">{status.email}</span>
        <VerifiedWords isVerified={status.isEmailVerified} />
      </p>
      {status.pendingEmail && (
        <p className="rounded-md bg-accent-soft px-3 py-2 text-sm">
          {rich("We sent a link to {email}. Open it to make the change.", {
            email: <strong className="break-words">{status.pendingEmail}</strong>,
          })}
          {outbox}{" "}
          <button type="button" className="tap text-accent underline" onClick={() => void cancel()}>
            {t("Discard this address")}
          </button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setIsOpen(true)}>{t("Change email")}</Button>
        {!status.isEmailVerified && (
          <Button onClick={() => void sendAgain()}>{t("Resend verification link")}</Button>
        )}
        <RetryMark id={EMAIL} />
      </div>
      <Dialog
        title={t("Change email")}
        description={t(
          "We'll send a link to the new address. Open it to sign in with that address from then on. We'll also notify the old one.",
        )}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <EmailForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </div>
  );
}

function VerifiedWords({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : MailWarning;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-muted">
      <Icon size={15} className={isVerified ? "text-good" : "text-warn"} aria-hidden="true" />
      {isVerified ? t("Verified") : t("Not verified")}
    </span>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const changeTo = async (email: string) => {
    settle(EMAIL);
    setIsBusy(true);
    try {
      await confirmed(() => rpc.security.changeEmail({ email }));
      await refreshSecurity();
      toast.success(t("Open the link we sent to {email}.", { email }));
      onDone();
    } catch (error) {
      sayFailure(error, EMAIL, () => changeTo(email));
    } finally {
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void changeTo(String(new FormData(event.currentTarget).get("email")).trim());
  };
  return (
    <form onSubmit={handleSubmit}>
      <Field label={t("New email")} name="email" type="email" autoComplete="email" required autoFocus />
      <DialogActions>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Send link")}
        </Button>
      </DialogActions>
    </form>
  );
}
