import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { dismissToast, useToast, type Toast, type ToastKind } from "./toast-store.ts";
import { t } from "../lib/messages/t.ts";

const icons: Record<ToastKind, typeof Info> = { success: CircleCheck, error: CircleAlert, info: Info };
const colours: Record<ToastKind, string> = {
  success: "text-good",
  error: "text-danger",
  info: "text-accent",
};

/**
 * Where toasts appear: beside the app and not within it, so that a dialog's backdrop does not lie over their buttons. The live regions stand
 * from the start, or screen readers miss the first one; `aria-live` is what keeps an open dialog from hiding them.
 */
export function Toaster() {
  const toast = useToast((state) => state.toast);
  const isError = toast?.kind === "error";
  return createPortal(
    <section
      aria-label={t("Messages")}
      className="toaster pointer-events-none fixed right-0 bottom-0 z-50 w-full max-w-[calc(356px+2rem)] p-4"
    >
      <div role="status" aria-live="polite">
        {toast && !isError && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div role="alert" aria-live="assertive">
        {toast && isError && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const Icon = icons[toast.kind];
  return (
    <div
      className="pointer-events-auto flex w-full max-w-[356px] animate-rise items-start gap-2.5 rounded-md border border-line-strong bg-raised p-3 text-sm shadow-pop"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={16} className={`mt-0.5 shrink-0 ${colours[toast.kind]}`} aria-hidden="true" />
      <div className="min-w-0 flex-1 break-words">
        {toast.title && <p className="font-medium">{toast.title}</p>}
        <p className={toast.title ? "text-muted" : ""}>{toast.message}</p>
      </div>
      {toast.action && (
        <button
          type="button"
          className="tap -my-0.5 rounded-md px-2 py-0.5 font-medium text-accent hover:bg-hover"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t("Dismiss")}
        className="tap -m-0.5 grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
        onClick={() => dismissToast(toast.id)}
      >
        <X size={14} />
      </button>
    </div>
  );
}
