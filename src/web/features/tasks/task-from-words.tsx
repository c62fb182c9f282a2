import { useMemo } from "react";
import { t } from "../../lib/messages/t.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AddTask } from "./add-task.tsx";

/** Longer words are the task's description, and its title how they begin. */
const TITLE_LENGTH = 200;

/** A task of words that were selected, with what was understood of them to be looked at first. */
export function TaskFromWords({
  words,
  noteId,
  onClose,
}: {
  words: string;
  noteId: string | null;
  onClose: () => void;
}) {
  const isLong = words.length > TITLE_LENGTH;
  const given = useMemo(
    () => ({ ...(noteId && { noteIds: [noteId] }), ...(isLong && { description: words.slice(0, 5_000) }) }),
    [noteId, isLong, words],
  );
  return (
    <Dialog isOpen size="narrow" title={t("Make a task")} onClose={onClose}>
      <AddTask
        given={given}
        isWanted
        onFocused={() => undefined}
        onAdded={onClose}
        initial={isLong ? `${words.slice(0, TITLE_LENGTH)}...` : words}
      />
      {noteId && <p className="text-xs text-muted">{t("It links to this note.")}</p>}
    </Dialog>
  );
}
