import type { Import } from "#contract/imports.ts";
import { queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { toast } from "../../ui/toast-store.ts";
import { count } from "./import-words.ts";

/** Puts what an import made into the trash and says what stayed; null when the server could not. */
export async function undoImport({ id, name }: Import): Promise<Import | null> {
  try {
    const { import: next, undone, kept } = await rpc.imports.undo({ importId: id });
    const stayed = kept > 0 ? ` ${count(kept, "note")} changed since stayed.` : "";
    toast.success(`Import of ${name} undone: ${count(undone, "note")} in the trash.${stayed}`);
    await queryClient.invalidateQueries();
    return next;
  } catch (error) {
    toast.error(errorMessage(error, "The import could not be undone. Try again."));
    return null;
  }
}
