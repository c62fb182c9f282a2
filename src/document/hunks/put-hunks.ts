import type { JSONContent } from "@tiptap/core";
import type * as Y from "yjs";
import { applyHunks, type Hunk, type Undone, undoHunks, withoutUndone } from "./hunks.ts";
import { readDoc, replaceUpdate } from "../yjs/yjs.ts";

export type HunksPut = {
  update: Uint8Array;
  states: ("applied" | "changed" | Undone)[];
  /** The others as they are now; null for those that are as they were. */
  others: (Hunk | null)[];
};

/**
 * The change that puts hunks into a body or takes them out of it, and what became of each. `others` are those that stay in the body and may
 * be undone later: what is taken out now is taken out of them as well.
 */
export function putHunks(
  doc: Y.Doc,
  hunks: readonly Hunk[],
  way: "apply" | "undo",
  others: readonly Hunk[] = [],
): HunksPut {
  const body = readDoc(doc);
  if (way === "undo") {
    const { doc: after, undone } = undoHunks(body, hunks);
    const gone = hunks.filter((_, index) => undone[index] !== "kept");
    return {
      update: replaceUpdate(doc, after.toJSON() as JSONContent),
      states: undone,
      others: others.map((each) => withoutAll(each, gone.toReversed())),
    };
  }
  const { doc: after, isApplied } = applyHunks(body, hunks);
  return {
    update: replaceUpdate(doc, after.toJSON() as JSONContent),
    states: isApplied.map((isIn) => (isIn ? "applied" : "changed")),
    others: others.map(() => null),
  };
}

function withoutAll(hunk: Hunk, gone: readonly Hunk[]): Hunk | null {
  let changed: Hunk | null = null;
  for (const each of gone) changed = withoutUndone(changed ?? hunk, each) ?? changed;
  return changed;
}
