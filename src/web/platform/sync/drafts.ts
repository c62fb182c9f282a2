import type { Outbox } from "./outbox.ts";

/** Notes that are open to be written and do not exist yet: they are made with their first character. */
const drafts = new Map<string, { isOver: Promise<void>; end: () => void }>();
const listeners = new Set<() => void>();

const changed = () => {
  for (const listener of listeners) listener();
};

export function beginDraft(noteId: string): void {
  if (drafts.has(noteId)) return;
  let end = () => {};
  const isOver = new Promise<void>((done) => (end = done));
  drafts.set(noteId, { isOver, end });
  changed();
}

/** Its creation is on its way: the server may be asked for it. */
export function endDraft(noteId: string): void {
  drafts.get(noteId)?.end();
  dropDraft(noteId);
}

/** It was left without a word. */
export function dropDraft(noteId: string): void {
  if (drafts.delete(noteId)) changed();
}

export const isDraft = (noteId: string): boolean => drafts.has(noteId);

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isCreation = ({ path, input }: { path: readonly string[]; input: unknown }, noteId: string) =>
  path.join(".") === "notes.create" && (input as { id?: string }).id === noteId;

/** Settles when the server may be asked for a note: a draft that was made has gone out first. */
export async function whenMade(noteId: string, outbox: Outbox): Promise<void> {
  const draft = drafts.get(noteId);
  if (!draft) return;
  await draft.isOver;
  const isWaiting = () => outbox.calls().some((call) => isCreation(call, noteId));
  if (!isWaiting()) return;
  await new Promise<void>((done) => {
    const stop = outbox.subscribe(() => {
      if (isWaiting()) return;
      stop();
      done();
    });
  });
}
