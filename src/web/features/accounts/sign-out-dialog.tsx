import { useEffect, useState } from "react";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { findUnsent, type Unsent } from "../../kernel/account/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast-store.ts";
import { exportUnsent } from "./export-unsent.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type SignOutDialogProps = { unsent: Unsent; onSignOut: () => void; onCancel: () => void };

/** Signing out removes what this device keeps; what only it has is never removed without a word. */
export function SignOutDialog({ unsent, onSignOut, onCancel }: SignOutDialogProps) {
  const [isExporting, setIsExporting] = useState(false);
  useEffect(() => {
    void currentDevice()?.outbox.flush();
    const timer = setInterval(() => {
      // Everything has gone out meanwhile: do what was asked for.
      void findUnsent().then((left) => left === null && onSignOut());
    }, 1000);
    return () => clearInterval(timer);
  }, [onSignOut]);
  const handleExport = async () => {
    setIsExporting(true);
    // Its code may not be here yet, and the server that has it is away.
    await exportUnsent().catch(() => toast.error(t("Couldn't save the copy")));
    setIsExporting(false);
  };
  return (
    <Dialog title={t("Some of your work is only on this device")} isOpen onClose={onCancel}>
      <p className="text-sm text-muted">
        {t("{unsent} Signing out permanently removes it from this device.", { unsent: describe(unsent) })}
      </p>
      <p className="mt-3 flex items-center gap-2 text-sm">
        <Spinner size={14} /> {t("Waiting for the server. You'll be signed out once everything is synced.")}
      </p>
      <DialogActions>
        <Button look="quiet" isBusy={isExporting} onClick={() => void handleExport()}>
          {t("Save a copy")}
        </Button>
        <Button onClick={onCancel}>{t("Stay")}</Button>
        <Button look="danger" onClick={onSignOut}>
          {t("Discard and sign out")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function describe({ notes, calls, files }: Unsent): string {
  const parts = [
    notes > 0 && plural(notes, { one: "text in {count} note", other: "text in {count} notes" }),
    files > 0 && plural(files, { one: "{count} file", other: "{count} files" }),
    calls > 0 && plural(calls, { one: "{count} other change", other: "{count} other changes" }),
  ].filter((part) => part !== false);
  return t("Not synced yet: {work}.", { work: new Intl.ListFormat(language).format(parts) });
}
