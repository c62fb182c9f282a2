import { useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { failureOf } from "./use-models.ts";

type SureDialogProps = {
  title: string;
  description: string;
  /** On the button that does it. */
  action: string;
  run: () => Promise<void>;
  onClose: () => void;
};

/** Asks before what can't be undone; what went wrong with it stands in the dialog. */
export function SureDialog({ title, description, action, run, onClose }: SureDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={title} description={description} isOpen onClose={onClose} size="small">
      <FormError words={failure} />
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void attempt()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
