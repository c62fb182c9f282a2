import type { TrashItem } from "#contract/trash.ts";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { useTrashKinds } from "./trash-kinds.ts";
import { countWords, nameOf } from "./trash-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** What is about to go permanently: everything, or these. */
export type Erasing = { isAll: boolean; items: TrashItem[]; count?: number };

function titleOf({ isAll, items }: Erasing, kinds: TrashKinds): string {
  if (isAll) return t("Empty the trash?");
  return plural(
    items.length,
    { one: "Delete {name} permanently?", other: "Delete {items} permanently?" },
    { items: countWords(items, kinds), name: items[0] ? nameOf(items[0]) : "" },
  );
}

function aboutOf({ isAll, items, count = 0 }: Erasing): string {
  const notes = items.reduce((sum, item) => sum + item.notes, 0);
  const what = isAll
    ? plural(count, { one: "This deletes the only item", other: "This deletes all {count} items" })
    : plural(items.length, { one: "This deletes it", other: "This deletes them" });
  if (notes === 0)
    return t("{what}, with all text, history and files. This cannot be undone.", {
      what,
    });
  return plural(
    notes,
    {
      one: "{what} and {count} note, with all text, history and files. This cannot be undone.",
      other: "{what} and {count} notes, with all text, history and files. This cannot be undone.",
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
          {erasing.isAll ? t("Empty trash") : t("Delete permanently")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
