import { create } from "zustand";
import type { DeviceSync } from "./device.ts";

/** Notes of which the server lacks something; counted while it is away, because only then anybody is told. */
export const useWaitingNotes = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set<string>() }));

/** Something was changed in it that the server cannot take now. */
export function noteWaits(...noteIds: string[]): void {
  const { ids } = useWaitingNotes.getState();
  if (noteIds.some((id) => !ids.has(id))) useWaitingNotes.setState({ ids: new Set([...ids, ...noteIds]) });
}

/** The server is back: what still waits is on its way. */
export function noNoteWaits(): void {
  if (useWaitingNotes.getState().ids.size > 0) useWaitingNotes.setState({ ids: new Set() });
}

/** What an earlier page or another tab left, and calls about notes. */
export async function countWaitingNotes({
  store,
  outbox,
}: Pick<DeviceSync, "store" | "outbox">): Promise<void> {
  const pending = (await store?.pendingNotes().catch(() => [])) ?? [];
  const called = outbox.calls().flatMap(({ path, input }) => (path[0] === "notes" ? idsOf(input) : []));
  noteWaits(...pending.map(({ noteId }) => noteId), ...called);
}

function idsOf(input: unknown): string[] {
  const { id, noteId, noteIds = [] } = (input ?? {}) as { id?: string; noteId?: string; noteIds?: string[] };
  return [id, noteId, ...noteIds].filter((found) => found !== undefined);
}
