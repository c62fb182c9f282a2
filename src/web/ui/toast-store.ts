import { create } from "zustand";
import { t } from "../lib/messages/t.ts";

export type ToastKind = "success" | "error" | "info";

export type Toast = {
  id: number;
  kind: ToastKind;
  message: string;
  title?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
  /** Milliseconds on the screen: 4000 plain, 5000 with a title, 10 000 with an action. */
  duration: number;
};

type Options = { title?: string; action?: Toast["action"]; duration?: number };

/** One toast is held at a time; a new one replaces the last. */
export const useToast = create<{ toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;

function show(kind: ToastKind, message: string, options: Options = {}): void {
  const duration = options.duration ?? (options.action ? 10_000 : options.title ? 5000 : 4000);
  lastId += 1;
  useToast.setState({
    toast: { id: lastId, kind, message, title: options.title, action: options.action, duration },
  });
}

/** Shows a toast. For what can be undone there is `undoable` of kernel/undo.ts. */
export const toast = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  info: (message: string, options?: Options) => show("info", message, options),
  /** Offers to try once more. */
  failed: (message: string, retry: () => void, options?: Omit<Options, "action">) =>
    show("error", message, { ...options, action: { label: t("Retry"), run: retry } }),
};

export function dismissToast(id: number): void {
  if (useToast.getState().toast?.id === id) useToast.setState({ toast: null });
}
