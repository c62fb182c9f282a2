import { t } from "../../lib/messages/t.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AddTask } from "./add-task.tsx";

/** Takes a task in words over the page it was asked for on. `day` is YYYY-MM-DD. */
export function AddTaskDialog({ day, onClose }: { day: string | undefined; onClose: () => void }) {
  return (
    <Dialog isOpen size="narrow" title={t("New task")} onClose={onClose}>
      <AddTask given={day ? { dueDate: day } : {}} isWanted onFocused={() => undefined} onAdded={onClose} />
    </Dialog>
  );
}
