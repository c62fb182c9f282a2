import { t } from "../../lib/messages/t.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AddTask } from "./add-task.tsx";

type AddTaskDialogProps = {
  /** YYYY-MM-DD */
  day: string | undefined;
  /** Puts it into this project. */
  projectId?: string;
  onClose: () => void;
};

/** Takes a task in words over the page it was asked for on. */
export function AddTaskDialog({ day, projectId, onClose }: AddTaskDialogProps) {
  const given = { ...(day && { dueDate: day }), ...(projectId && { projectId }) };
  return (
    <Dialog isOpen size="narrow" title={t("New task")} onClose={onClose}>
      <AddTask given={given} isWanted onFocused={() => undefined} onAdded={onClose} />
    </Dialog>
  );
}
