import { dropLast, undoable } from "../undo.ts";

/** Sizes changed within it are one change: a divider moves by ten key presses, too. */
const TOGETHER_MS = 5_000;

let last: { panel: string; before: number; at: number; undoId: number } | null = null;

/** Offers to take a panel's new size back; without a toast, because one sees it. */
export function resized(
  panel: string,
  words: string,
  before: number,
  after: number,
  keep: (size: number) => void | Promise<void>,
): void {
  const now = Date.now();
  const goesOn = last?.panel === panel && now - last.at < TOGETHER_MS && dropLast(last.undoId);
  const from = goesOn ? last!.before : before;
  const undoId = undoable(words, async () => keep(from), { isQuiet: true, redo: () => keep(after) });
  last = { panel, before: from, at: now, undoId };
}
