import type { Import } from "#contract/imports.ts";
import { queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { noteCount } from "./import-words.ts";
import { t } from "../../lib/messages/t.ts";

/** Puts what an import made into the trash and says what stayed; null when the server could not. */
export async function undoImport({ id, name, madeTasks, madeEvents }: Import): Promise<Import | null> {
  try {
    const { import: next, undone, kept } = await rpc.imports.undo({ importId: id });
    const stayed =
      kept > 0 ? ` ${t("{notes} you changed since then stayed.", { notes: noteCount(kept) })}` : "";
    const isOfNotes = undone + kept > 0 || madeTasks + madeEvents === 0;
    const gone = isOfNotes
      ? t("Import of {name} undone: {notes} in the trash.", { name, notes: noteCount(undone) })
      : t("Import of {name} undone. What you changed since then stayed.", { name });
    toast.success(gone + stayed);
    await queryClient.invalidateQueries();
    return next;
  } catch (error) {
    toast.error(errorMessage(error, t("Couldn't undo the import. Try again.")));
    return null;
  }
}
