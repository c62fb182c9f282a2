import { create } from "zustand";
import type { Note } from "#contract/notes.ts";

type Dragged = { kind: "notes"; notes: readonly Note[] } | { kind: "folder"; folderId: string };

/** What is being dragged: while it is on its way, a page may not read it from the browser. */
let held: Dragged | null = null;

export const dragged = (): Dragged | null => held;

/** What the page shows of it: where it may be dropped. */
export const useShownDrag = create<{ kind: Dragged["kind"] | null }>(() => ({ kind: null }));

/** Shown only after the browser has taken its picture of what is dragged. A quick hand may drop it before. */
export function startDrag(what: Dragged): void {
  held = what;
  show();
  addEventListener("dragend", endDrag, { once: true });
}

export function endDrag(): void {
  held = null;
  show();
}

const show = () => setTimeout(() => useShownDrag.setState({ kind: held?.kind ?? null }));
