import { dismissToast, useToast } from "./toast-store.ts";

const UNDO_DEPTH = 20;

/** What can still be undone, last last: a toast that was replaced leaves its Undo here. */
let undoable: { toastId: number; run: () => void }[] = [];

/** From now on the Undo of every toast stays at hand; the answer forgets them, for the next person at this device. */
export function keepUndos(): () => void {
  const stop = useToast.subscribe(({ toast }) => {
    const action = toast?.action;
    if (!toast || action?.label !== "Undo" || undoable.some(({ toastId }) => toastId === toast.id)) return;
    // Each once, whether by the toast's button or by the key.
    const run = () => {
      undoable = undoable.filter(({ toastId }) => toastId !== toast.id);
      action.run();
    };
    undoable = [...undoable, { toastId: toast.id, run }].slice(-UNDO_DEPTH);
    useToast.setState({ toast: { ...toast, action: { label: action.label, run } } });
  });
  return () => {
    stop();
    undoable = [];
  };
}

export const canUndo = (): boolean => undoable.length > 0;

/** Undoes the last act that a toast offered to undo; false when there is none. */
export function undoLast(): boolean {
  const last = undoable.at(-1);
  if (!last) return false;
  dismissToast(last.toastId);
  last.run();
  return true;
}
