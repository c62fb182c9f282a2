import { create } from "zustand";
import type { Note } from "#contract/notes.ts";
import type { Folder } from "#contract/folders.ts";
import type { ActionContext, OpenEditor, SelectedText } from "./action.ts";

type Here = {
  /** The note that is open, and what to do when it goes to the trash. */
  open: { note: Note; onRemoved: () => void } | null;
  editor: OpenEditor | null;
  go: (href: string) => void;
};

/** Where the person is, told by the screens. */
export const useHere = create<Here>(() => ({
  open: null,
  editor: null,
  go: (href) => location.assign(href),
}));

type Meant = { note?: Note | null; folder?: Folder | null; selection?: SelectedText | null };

/** The context of an action asked for now; `meant` names what a menu or a row stands for. */
export function contextHere(via: ActionContext["via"], meant: Meant = {}): ActionContext {
  const { open, editor, go } = useHere.getState();
  return {
    via,
    path: location.pathname,
    note: meant.note ?? (meant.folder ? null : (open?.note ?? null)),
    isRow: Boolean(meant.note),
    folder: meant.folder ?? null,
    selection: meant.selection ?? null,
    editor,
    go,
  };
}
