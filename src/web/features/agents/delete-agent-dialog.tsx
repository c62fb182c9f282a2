import { useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { removeAgent } from "./agent-mutations.ts";

type DeleteAgentDialogProps = { id: string; isOpen: boolean; onClose: () => void; onGone: () => void };

/** Agents have no trash: what they did stays, and a new one is quickly made. */
export function DeleteAgentDialog({ id, isOpen, onClose, onGone }: DeleteAgentDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    const isGone = await removeAgent(id);
    setIsBusy(false);
    onClose();
    if (isGone) onGone();
  };
  return (
    <Dialog
      title={t("Delete this agent?")}
      description={t("Its instructions are lost. What it changed, and what it proposed, stays.")}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void remove()}>
          {t("Delete")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
