import type { JSONContent } from "@tiptap/core";
import type * as Y from "yjs";
import { applyHunks, type Hunk, type Undone, undoHunks } from "./hunks.ts";
import { readDoc, replaceUpdate } from "../yjs/yjs.ts";

export type HunksPut = { update: Uint8Array; states: ("applied" | "changed" | Undone)[] };

/** The change that puts hunks into a body or takes them out of it, and what became of each. */
export function putHunks(doc: Y.Doc, hunks: readonly Hunk[], way: "apply" | "undo"): HunksPut {
  const body = readDoc(doc);
  if (way === "undo") {
    const { doc: after, undone } = undoHunks(body, hunks);
    return { update: replaceUpdate(doc, after.toJSON() as JSONContent), states: undone };
  }
  const { doc: after, isApplied } = applyHunks(body, hunks);
  return {
    update: replaceUpdate(doc, after.toJSON() as JSONContent),
    states: isApplied.map((isIn) => (isIn ? "applied" : "changed")),
  };
}
