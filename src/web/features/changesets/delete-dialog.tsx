import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";

type DeleteDialogProps = { waiting: number; isOpen: boolean; onClose: () => void; onDelete: () => void };

/** What waits is lost with it, and nothing brings it back. */
export function DeleteDialog({ waiting, isOpen, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      title={t("Delete these changes?")}
      description={plural(waiting, {
        one: "{count} change still waits and would be lost. Your notes stay as they are.",
        other: "{count} changes still wait and would be lost. Your notes stay as they are.",
      })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" onClick={onDelete}>
          {t("Delete")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
