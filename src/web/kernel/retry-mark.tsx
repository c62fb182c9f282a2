import { RotateCcw, X } from "lucide-react";
import { t } from "../lib/messages/t.ts";
import { settle, useFailedChanges } from "./failed-changes.ts";

const button =
  "tap relative z-10 inline-flex h-6 shrink-0 items-center gap-1 rounded-md px-1.5 hover:bg-hover pointer-coarse:h-11";

/** On the row of what could not be changed; nothing on all others. */
export function RetryMark({ id, isCompact = false }: { id: string; isCompact?: boolean }) {
  const failed = useFailedChanges((all) => all[id]);
  if (!failed) return null;
  return (
    <span className="flex shrink-0 items-center text-xs text-danger">
      <button
        type="button"
        title={failed.words}
        aria-label={t("{failure}: retry", { failure: failed.words })}
        className={button}
        onClick={() => {
          settle(id);
          void failed.retry();
        }}
      >
        <RotateCcw size={13} aria-hidden="true" />
        {!isCompact && t("Retry")}
      </button>
      <button type="button" aria-label={t("Dismiss")} className={button} onClick={() => settle(id)}>
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}
