import { create } from "zustand";
import type { Note } from "#contract/notes.ts";
import type { ActionContext, OpenEditor, SelectedText } from "./action.ts";
import type { Subject } from "./subject.ts";

type Here = {
  /** The note that is open, and what to do when it goes to the trash. */
  open: { note: Note; onRemoved: () => void } | null;
  editor: OpenEditor | null;
  go: (href: string) => void;
};

/** Where the person is, told by the screens. */
export const useActionContext = create<Here>(() => ({
  open: null,
  editor: null,
  go: (href) => location.assign(href),
}));

type AskedFor = { subject?: Subject | null; selection?: SelectedText | null };

/** The context of an action asked for now; `given` is what a menu or a row stands for. */
export function actionContext(via: ActionContext["via"], given: AskedFor = {}): ActionContext {
  const { open, editor, go } = useActionContext.getState();
  return {
    via,
    path: location.pathname,
    subject: given.subject ?? (open && { kind: "note", item: open.note }),
    isRow: Boolean(given.subject),
    selection: given.selection ?? null,
    editor,
    go,
  };
}
