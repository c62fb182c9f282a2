import { api, queryClient } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";

const keyOf = (userId: string) => `cairn-shared-notes_${userId}`;

function keptIds(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(local.get(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function keepIds(userId: string, ids: string[]): void {
  if (ids.length === 0) local.remove(keyOf(userId));
  else local.set(keyOf(userId), JSON.stringify(ids));
}

/** Remembers that this device has a copy of somebody else's note. */
export function rememberSharedNote(noteId: string): void {
  const userId = currentDevice()?.userId;
  if (!userId) return;
  const kept = keptIds(userId);
  if (!kept.includes(noteId)) keepIds(userId, [...kept, noteId]);
}

/**
 * Drops what this device has of a note that is not shared with this person any more. Text that only this device has stays: should the
 * note be shared again, it is sent.
 * @returns whether there is such text
 */
export async function forgetSharedNote(noteId: string): Promise<boolean> {
  const device = currentDevice();
  if (!device) return false;
  const unsent = (await device.store?.pendingNotes().catch(() => [])) ?? [];
  if (unsent.some((row) => row.noteId === noteId && row.count > 0)) return true;
  await device.store?.forget(noteId);
  queryClient.removeQueries({ queryKey: api.notes.get.key({ input: { noteId } }), type: "inactive" });
  keepIds(
    device.userId,
    keptIds(device.userId).filter((id) => id !== noteId),
  );
  return false;
}

/** The list of what is shared ends somewhere; about a single note the server knows. */
const isLost = (noteId: string): Promise<boolean> =>
  rpc.sharing.access({ noteId }).then(
    () => false,
    (error: unknown) => errorCode(error) === "NOT_FOUND",
  );

/** Asks which of the notes that this device has a copy of are still shared, also while none of them is open. */
export async function dropLostNotes(): Promise<void> {
  const device = currentDevice();
  const kept = device ? keptIds(device.userId) : [];
  if (!device || kept.length === 0) return;
  try {
    const { notes } = await rpc.sharing.withMe({});
    const still = new Set(notes.map(({ note }) => note.id));
    for (const noteId of kept)
      if (!still.has(noteId) && (await isLost(noteId))) await forgetSharedNote(noteId);
  } catch {
    // Without the server nobody can say; it is asked again with the next connection.
  }
}
