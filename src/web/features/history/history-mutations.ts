import { api, invalidate } from "../../platform/api.ts";
import { errorCode, errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const OFFLINE = t("You're offline. Try again when you're back.");

/** What marks the row of a version whose change failed. */
export const versionMark = (noteId: string, seq: number): string => `version ${noteId} ${seq}`;

/** Trying again helps when the server was away or failed, not when the note no longer allows it. */
function tellFailure(error: unknown, failure: string, mark: string, again: () => unknown): void {
  if (errorCode(error) === "CONFLICT") toast.error(errorMessage(error, failure));
  else tellFailed(mark, isUnreachable(error) ? OFFLINE : failure, again);
}

const refresh = (noteId: string) => invalidate(api.notes.versions.key({ input: { noteId } }));

/** Makes the note say again what it said; the toast takes it back for ten seconds. */
export async function restoreVersion(noteId: string, seq: number): Promise<boolean> {
  const mark = versionMark(noteId, seq);
  settle(mark);
  try {
    const { before, isChanged } = await api.notes.restoreVersion.call({ noteId, seq });
    refresh(noteId);
    if (isChanged) undoable(t("Version restored"), () => undoRestore(noteId, before));
    else toast.info(t("Already up to date."));
    return true;
  } catch (error) {
    tellFailure(error, t("Failed to restore version"), mark, () => restoreVersion(noteId, seq));
    return false;
  }
}

async function undoRestore(noteId: string, before: number): Promise<string> {
  await api.notes.restoreVersion.call({ noteId, seq: before });
  refresh(noteId);
  return t("Restore undone");
}

export async function nameVersion(noteId: string, seq: number, name: string | null): Promise<boolean> {
  const mark = versionMark(noteId, seq);
  settle(mark);
  try {
    await api.notes.nameVersion.call({ noteId, seq, name });
    refresh(noteId);
    toast.success(name === null ? t("Name removed") : t("Version kept"));
    return true;
  } catch (error) {
    tellFailure(error, t("Failed to keep version"), mark, () => nameVersion(noteId, seq, name));
    return false;
  }
}
