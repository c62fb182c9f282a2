import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Spinner } from "./spinner.tsx";
import { t } from "../lib/messages/t.ts";

type PullToRefreshProps = { onRefresh: () => Promise<void>; children: ReactNode };

/** A list that is asked for anew when it is pulled down at its top; by keyboard its button does the same. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useRef(async () => {});
  useEffect(() => {
    refresh.current = async () => {
      if (isBusy) return;
      setIsBusy(true);
      // An answer that comes at once would look like none.
      await Promise.all([onRefresh(), new Promise((done) => setTimeout(done, 400))]);
      setIsBusy(false);
    };
  });
  useEffect(() => {
    // Now: React empties the reference, and keeps the effect, while the list is hidden for a screen that is not there yet.
    const element = frame.current;
    let stop: (() => void) | null = null;
    let isGone = false;
    // Nobody pulls before the list is there. Without its code the button still does the same.
    void import("./pull-gesture.ts").then(
      ({ listenToPulls }) => {
        if (element && !isGone) stop = listenToPulls(element, setIsReady, () => void refresh.current());
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return (
    <div ref={frame} className="pull relative h-full overflow-hidden" data-busy={isBusy || undefined}>
      <div className="pull-sign pointer-events-none absolute inset-x-0 top-0 grid h-16 place-items-center">
        <span className="flex items-center gap-2 text-sm text-muted" role="status">
          {isBusy ? (
            <>
              <Spinner size={18} /> {t("Refreshing...")}
            </>
          ) : (
            <span aria-hidden="true" className="pull-words items-center gap-2">
              <RefreshCw size={18} className={isReady ? "text-accent" : ""} />
              {isReady ? t("Release to refresh") : t("Pull to refresh")}
            </span>
          )}
        </span>
      </div>
      <div className="pull-content relative h-full bg-bg">{children}</div>
      <button
        type="button"
        onClick={() => void refresh.current()}
        className="absolute top-1 right-2 z-10 -translate-y-20 rounded-md bg-raised px-3 text-sm focus-visible:translate-y-0"
      >
        {t("Refresh")}
      </button>
    </div>
  );
}
