import type { TrashItem } from "#contract/trash.ts";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { useTrashKinds } from "./trash-kinds.ts";
import { countWords, nameOf } from "./trash-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** What is about to go for ever: everything, or these. */
export type Erasing = { isAll: boolean; items: TrashItem[]; count?: number };

function titleOf({ isAll, items }: Erasing, kinds: TrashKinds): string {
  if (isAll) return t("Empty the trash?");
  return plural(
    items.length,
    { one: "Delete {name} for ever?", other: "Delete {items} for ever?" },
    { items: countWords(items, kinds), name: items[0] ? nameOf(items[0]) : "" },
  );
}

function aboutOf({ isAll, items, count = 0 }: Erasing): string {
  const notes = items.reduce((sum, item) => sum + item.notes, 0);
  const what = isAll
    ? plural(count, { one: "The one thing in it goes", other: "All {count} things in it go" })
    : plural(items.length, { one: "It goes", other: "They go" });
  if (notes === 0)
    return t("{what} with everything that belongs to it: text, history, bytes. This cannot be undone.", {
      what,
    });
  return plural(
    notes,
    {
      one: "{what} with everything that belongs to it, and {count} note with it: text, history, bytes. This cannot be undone.",
      other:
        "{what} with everything that belongs to it, and {count} notes with it: text, history, bytes. This cannot be undone.",
    },
    { what },
  );
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
  const kinds = useTrashKinds();
  return (
    <Dialog title={titleOf(erasing, kinds)} description={aboutOf(erasing)} isOpen onClose={onClose}>
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" onClick={onErase}>
          {erasing.isAll ? t("Empty trash") : t("Delete for ever")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
