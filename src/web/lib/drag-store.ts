import { create } from "zustand";
import type { Note } from "#contract/notes.ts";

type Dragged = { kind: "notes"; notes: readonly Note[] } | { kind: "folder"; folderId: string };

/** What is being dragged: while it is on its way, a page may not read it from the browser. */
export const useDragStore = create<{ dragged: Dragged | null }>(() => ({ dragged: null }));

/** After the browser has taken its picture of it, since the page shows where it may be dropped. */
export function startDrag(dragged: Dragged): void {
  setTimeout(() => useDragStore.setState({ dragged }));
  addEventListener("dragend", endDrag, { once: true });
}

export function endDrag(): void {
  setTimeout(() => useDragStore.setState({ dragged: null }));
}
