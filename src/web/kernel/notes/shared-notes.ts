import { hashKey } from "@tanstack/react-query";
import type { SharedWithMe } from "#contract/sharing.ts";
import { api, queryClient } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";
import { dropAnswersAbout } from "../../platform/lost-answers.ts";
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

/** Remembers that this device has something of what somebody else shares. */
function remember(ids: readonly string[]): void {
  const userId = currentDevice()?.userId;
  if (!userId) return;
  const kept = new Set(keptIds(userId));
  const before = kept.size;
  for (const id of ids) kept.add(id);
  if (kept.size > before) keepIds(userId, [...kept]);
}

export const rememberSharedNote = (noteId: string): void => remember([noteId]);

/**
 * Drops what this device has of notes that are not shared with this person any more. Text that only this device has stays: should the
 * note be shared again, it is sent.
 * @returns those with such text
 */
async function forgetShared(ids: readonly string[]): Promise<string[]> {
  const device = currentDevice();
  if (!device) return [];
  const pending = (await device.store?.pendingNotes().catch(() => [])) ?? [];
  const unsent = ids.filter((id) => pending.some(({ noteId, count }) => noteId === id && count > 0));
  const lost = new Set(ids.filter((id) => !unsent.includes(id)));
  for (const id of lost) await device.store?.forget(id);
  await dropAnswersAbout(lost);
  keepIds(
    device.userId,
    keptIds(device.userId).filter((id) => !lost.has(id)),
  );
  return unsent;
}

/** @returns whether it has text that only this device has */
export const forgetSharedNote = async (noteId: string): Promise<boolean> =>
  (await forgetShared([noteId])).length > 0;

/** About a single note the server knows. */
const isLost = (noteId: string): Promise<boolean> =>
  rpc.sharing.access({ noteId }).then(
    () => false,
    (error: unknown) => errorCode(error) === "NOT_FOUND",
  );

/** Where the list of what is shared ends: what is missing in a full one may be shared still. */
const MOST_LISTED = 1000;
/** Asked about one by one; of a folder that is gone there are more. */
const MOST_ASKED = 20;

/** Asks which of the notes and folders that this device knows something of are still shared, also while none of them is open. */
export async function dropLostNotes(): Promise<void> {
  const device = currentDevice();
  const kept = device ? keptIds(device.userId) : [];
  if (!device || kept.length === 0) return;
  try {
    const { notes, folders } = await rpc.sharing.withMe({});
    const still = new Set([...notes.map(({ note }) => note.id), ...folders.map(({ id }) => id)]);
    const missing = kept.filter((id) => !still.has(id));
    const isSure = missing.length > MOST_ASKED && notes.length < MOST_LISTED;
    const lost: string[] = [];
    for (const id of missing) if (isSure || (await isLost(id))) lost.push(id);
    if (lost.length > 0 && currentDevice() === device) await forgetShared(lost);
  } catch {
    // Without the server nobody can say; it is asked again with the next connection.
  }
}

/** What is listed is kept on this device too, opened or not. */
export function rememberListedNotes(): void {
  const list = hashKey(api.sharing.withMe.queryKey({ input: {} }));
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.query.queryHash !== list) return;
    const { notes, folders } = event.query.state.data as SharedWithMe;
    remember([...notes.map(({ note }) => note.id), ...folders.map(({ id }) => id)]);
  });
}
