import type { TrashItem } from "#contract/trash.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { countWords, nameOf } from "./trash-words.ts";

/** What is about to go for ever: everything, or these. */
export type Erasing = { isAll: boolean; items: TrashItem[]; count?: number };

function titleOf({ isAll, items }: Erasing): string {
  if (isAll) return "Empty the trash?";
  return items.length === 1
    ? `Delete ${nameOf(items[0]!)} for ever?`
    : `Delete ${countWords(items)} for ever?`;
}

function aboutOf({ isAll, items, count = 0 }: Erasing): string {
  const notes = items.reduce((sum, item) => sum + item.notes, 0);
  const what = isAll
    ? count === 1
      ? "The one thing in it goes"
      : `All ${count} things in it go`
    : items.length === 1
      ? "It goes"
      : "They go";
  const along = notes > 0 ? `, and ${notes === 1 ? "1 note" : `${notes} notes`} with it` : "";
  return `${what} with everything that belongs to it${along}: text, history, bytes. This cannot be undone.`;
}

/** The one question in the product about deleting, because here there is no way back. */
export function EraseDialog({
  erasing,
  onClose,
  onErase,
}: {
  erasing: Erasing;
  onClose: () => void;
  onErase: () => void;
}) {
  return (
    <Dialog title={titleOf(erasing)} description={aboutOf(erasing)} isOpen onClose={onClose}>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={onErase}>
          {erasing.isAll ? "Empty trash" : "Delete for ever"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
