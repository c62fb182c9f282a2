import { create } from "zustand";
import { api } from "../../platform/api.ts";
import { send } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { undoable } from "../../kernel/undo.ts";
import { toast } from "../../ui/toast-store.ts";
import type { Settled } from "./due-source.ts";
import { t } from "../../lib/messages/t.ts";

type Chosen = Readonly<Record<string, Settled>>;
type Schedule = Settled & { noteId: string; blockId: string };

const NONE: Chosen = {};

/** Days that were given or refused here and that the server's list does not show yet: by note, by block. */
const useChosen = create<Record<string, Chosen>>(() => ({}));

export const useChosenDues = (noteId: string): Chosen => useChosen((all) => all[noteId] ?? NONE);

function change(noteId: string, change: (chosen: Chosen) => Chosen): void {
  useChosen.setState((all) => ({ [noteId]: change(all[noteId] ?? NONE) }));
}

const drop = (noteId: string, blockId: string): void =>
  change(noteId, (chosen) => Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== blockId)));

/** What waits for the server since before the note was opened. */
export function recallChosen(noteId: string): void {
  for (const { path, input } of currentDevice()?.outbox.calls() ?? []) {
    const { blockId, ...call } = input as Schedule;
    if (path.join(".") === "tasks.schedule" && call.noteId === noteId)
      change(noteId, (chosen) => ({ ...chosen, [blockId]: call }));
  }
}

type Row = Settled & { blockId: string | null };

/**
 * Compares with the server's list. What it says as well is forgotten: whoever changes it later is right. What it says otherwise of the same
 * words was chosen before the server had all of them: it is said again.
 */
export function settleChosen(
  noteId: string,
  rows: readonly Row[],
  saysSame: (title: string, other: string) => boolean,
): void {
  const chosen = useChosen.getState()[noteId] ?? NONE;
  for (const { blockId, title, dueDate, dueTime } of rows) {
    const mine = blockId === null ? undefined : chosen[blockId];
    if (!mine || !saysSame(mine.title, title)) continue;
    if (mine.dueDate === dueDate && mine.dueTime === dueTime) drop(noteId, blockId!);
    else if (onTheirWay.has(blockId!)) continue;
    // Another page may have chosen at the same time: who says it a third time would do so forever.
    else if (saidAgain.has(blockId!)) drop(noteId, blockId!);
    else void choose(noteId, blockId!, { ...mine, title }, true);
  }
}

/** Block ids of choices that the server is being told of. */
const onTheirWay = new Set<string>();
/** Block ids of choices that the server was told of twice. */
const saidAgain = new Set<string>();

async function choose(noteId: string, blockId: string, due: Settled, isAgain = false): Promise<boolean> {
  if (isAgain) saidAgain.add(blockId);
  else saidAgain.delete(blockId);
  const input: Schedule = { noteId, blockId, title: due.title, dueDate: due.dueDate, dueTime: due.dueTime };
  change(noteId, (chosen) => ({ ...chosen, [blockId]: due }));
  onTheirWay.add(blockId);
  try {
    await send(["tasks", "schedule"], input, () => api.tasks.schedule.call(input));
    return true;
  } catch {
    drop(noteId, blockId);
    return false;
  } finally {
    onTheirWay.delete(blockId);
  }
}

async function putBack(noteId: string, blockId: string, due: Settled): Promise<void> {
  if (!(await choose(noteId, blockId, due))) throw new Error("The due date was not put back");
}

/** Takes the day away that the words of a checkbox say. */
export async function refuseDue(noteId: string, blockId: string, refused: Settled): Promise<void> {
  if (await choose(noteId, blockId, { ...refused, dueDate: null, dueTime: null }))
    undoable(t("Due date removed"), () => putBack(noteId, blockId, refused));
  else toast.failed(t("Failed to remove due date"), () => void refuseDue(noteId, blockId, refused));
}
