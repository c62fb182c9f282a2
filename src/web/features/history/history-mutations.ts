import { api, invalidate } from "../../platform/api.ts";
import { errorCode, errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const OFFLINE = t("You're offline. Try again when you're back.");

function tellFailure(error: unknown, failure: string): void {
  if (isUnreachable(error)) toast.error(OFFLINE);
  else toast.error(errorCode(error) === "CONFLICT" ? errorMessage(error, failure) : failure);
}

const refresh = (noteId: string) => invalidate(api.notes.versions.key({ input: { noteId } }));

/** Makes the note say again what it said; the toast takes it back for ten seconds. */
export async function restoreVersion(noteId: string, seq: number): Promise<boolean> {
  try {
    const { before, isChanged } = await api.notes.restoreVersion.call({ noteId, seq });
    refresh(noteId);
    if (isChanged) undoable(t("Version restored"), () => undoRestore(noteId, before));
    else toast.info(t("Already up to date."));
    return true;
  } catch (error) {
    tellFailure(error, t("Failed to restore version"));
    return false;
  }
}

async function undoRestore(noteId: string, before: number): Promise<string> {
  await api.notes.restoreVersion.call({ noteId, seq: before });
  refresh(noteId);
  return t("Restore undone");
}

export async function nameVersion(noteId: string, seq: number, name: string | null): Promise<boolean> {
  try {
    await api.notes.nameVersion.call({ noteId, seq, name });
    refresh(noteId);
    toast.success(name === null ? t("Name removed") : t("Version kept"));
    return true;
  } catch (error) {
    tellFailure(error, t("Failed to keep version"));
    return false;
  }
}
