import { useEffect, useState } from "react";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { findUnsent, type Unsent } from "../../kernel/account/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { exportUnsent } from "./export-unsent.ts";

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
    await exportUnsent();
    setIsExporting(false);
  };
  return (
    <Dialog title="Some of your work is only on this device" isOpen onClose={onCancel}>
      <p className="text-sm text-muted">
        {describe(unsent)} Signing out removes it from this device for good.
      </p>
      <p className="mt-3 flex items-center gap-2 text-sm">
        <Spinner size={14} /> Waiting for the server; you are signed out once everything is sent.
      </p>
      <DialogActions>
        <Button look="quiet" isBusy={isExporting} onClick={() => void handleExport()}>
          Save a copy
        </Button>
        <Button onClick={onCancel}>Stay</Button>
        <Button look="danger" onClick={onSignOut}>
          Discard and sign out
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function describe({ notes, calls, files }: Unsent): string {
  const parts = [
    notes > 0 && (notes === 1 ? "text in 1 note" : `text in ${notes} notes`),
    files > 0 && (files === 1 ? "1 file" : `${files} files`),
    calls > 0 && (calls === 1 ? "1 other change" : `${calls} other changes`),
  ].filter((part) => part !== false);
  return `The server does not have ${new Intl.ListFormat("en").format(parts)} yet.`;
}
