import { create } from "zustand";
import { t } from "../lib/messages/t.ts";
import { errorCode } from "../platform/rpc-errors.ts";
import { dismissToast, toast, useToast } from "../ui/toast-store.ts";

const UNDO_DEPTH = 20;

/**
 * Takes a change back, or throws: `ChangedSince` or the server's CONFLICT when what it would take back is no longer there.
 * Answers what to say when "Undone" and the change's own words are not enough.
 */
type Undo = () => Promise<string | void>;

type UndoEntry = {
  id: number;
  words: string;
  undo: Undo;
  redo?: (() => unknown) | undefined;
  toastId?: number | undefined;
};

/** What this tab can still take back, last last. */
export const useUndos = create<{ entries: readonly UndoEntry[] }>(() => ({ entries: [] }));

/** Thrown by an undo that would overwrite what came after the change. */
export class ChangedSince extends Error {}

let lastId = 0;

type Options = {
  /** Says in a list what a toast says too shortly. */
  name?: string | undefined;
  redo?: () => unknown;
  /** No toast: the place where it was done offers the undo itself, or shows the change well enough. */
  isQuiet?: boolean | undefined;
};

/** Tells that something is done and offers to take it back: in the toast, by Ctrl+Z and in the palette. Answers the entry's id. */
export function undoable(words: string, undo: Undo, { name, redo, isQuiet }: Options = {}): number {
  lastId += 1;
  const id = lastId;
  const run = () => void undoEntry(id);
  const entry: UndoEntry = { id, words: name ?? words, undo, redo };
  if (!isQuiet) {
    toast.success(words, { action: { label: t("Undo"), run } });
    entry.toastId = useToast.getState().toast?.id;
  }
  useUndos.setState(({ entries }) => ({ entries: [...entries, entry].slice(-UNDO_DEPTH) }));
  return id;
}

/** Takes an entry off the list: a later one takes back more. False when it is not the last one. */
export function dropLast(id: number): boolean {
  if (useUndos.getState().entries.at(-1)?.id !== id) return false;
  without(id);
  return true;
}

const without = (id: number) =>
  useUndos.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

/** Each entry once, whatever asks for it. True when it was taken back. */
export async function undoEntry(id: number): Promise<boolean> {
  const entry = useUndos.getState().entries.find((known) => known.id === id);
  if (!entry) return false;
  without(id);
  if (entry.toastId !== undefined) dismissToast(entry.toastId);
  return attempt(entry);
}

async function attempt(entry: UndoEntry): Promise<boolean> {
  try {
    const said = await entry.undo();
    const { redo } = entry;
    toast.info(
      said ?? t("Undone: {change}", { change: entry.words }),
      redo ? { action: { label: t("Redo"), run: () => void redo() } } : {},
    );
    return true;
  } catch (error) {
    if (error instanceof ChangedSince || errorCode(error) === "CONFLICT")
      toast.info(t("Changed again since; not undone"));
    // Another try would find as little.
    else if (errorCode(error) === "NOT_FOUND")
      toast.info(t("Not undone: it's no longer there, or no longer shared with you for editing"));
    else toast.failed(t("Failed to undo"), () => void attempt(entry));
    return false;
  }
}

/** Changes that show already and that the server has not answered yet. */
const inFlight = new Set<Promise<unknown>>();

/** Lets Ctrl+Z wait for a change: on a slow line it comes before the answer. */
export async function withUndoWaiting<Answer>(change: Promise<Answer>): Promise<Answer> {
  inFlight.add(change);
  try {
    return await change;
  } finally {
    inFlight.delete(change);
  }
}

/** Also while the only change has no answer yet: Ctrl+Z at once is meant for it. */
export const canUndo = (): boolean => inFlight.size > 0 || useUndos.getState().entries.length > 0;

/** Takes back the last change that can be, once it is made; false when there is none. */
export function undoLast(): boolean {
  const undoNow = () => {
    const last = useUndos.getState().entries.at(-1);
    if (last) void undoEntry(last.id);
    return last !== undefined;
  };
  if (inFlight.size === 0) return undoNow();
  // What tells of a change and offers its undo follows its answer within the same turn of the event loop.
  void Promise.allSettled(inFlight).then(() => setTimeout(undoNow));
  return true;
}

/** For the next person at this device. */
export const forgetUndos = (): void => useUndos.setState({ entries: [] });
