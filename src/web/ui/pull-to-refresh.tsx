import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Spinner } from "./spinner.tsx";

/** How far one pulls, of a finger's way twice as long. */
const READY = 64;
const FURTHEST = 96;
/** A movement is a pull once it is clearly down and not along. */
const SLACK = 8;

type PullToRefreshProps = { onRefresh: () => Promise<void>; children: ReactNode };

/** The nearest thing under the finger that scrolls. */
function scrollerOf(target: EventTarget | null, end: HTMLElement): HTMLElement | null {
  for (let at = target instanceof HTMLElement ? target : null; at && at !== end; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}

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
    const element = frame.current!;
    return listenToPulls(element, setIsReady, () => void refresh.current());
  }, []);
  return (
    <div ref={frame} className="pull relative h-full overflow-hidden" data-busy={isBusy || undefined}>
      <div className="pull-sign pointer-events-none absolute inset-x-0 top-0 grid h-16 place-items-center">
        <span className="flex items-center gap-2 text-sm text-muted" role="status">
          {isBusy ? (
            <>
              <Spinner size={18} /> Refreshing...
            </>
          ) : (
            <span aria-hidden="true" className="pull-words items-center gap-2">
              <RefreshCw size={18} className={isReady ? "text-accent" : ""} />
              {isReady ? "Release to refresh" : "Pull to refresh"}
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
        Refresh
      </button>
    </div>
  );
}

function listenToPulls(element: HTMLElement, onReady: (isReady: boolean) => void, onRefresh: () => void) {
  let start: { x: number; y: number; scroller: HTMLElement | null } | null = null;
  let pulled = 0;
  const show = (distance: number) => {
    pulled = distance;
    element.style.setProperty("--pull", `${distance}px`);
    element.toggleAttribute("data-pulling", distance > 0);
    onReady(distance >= READY);
  };
  const handleStart = (event: TouchEvent) => {
    const touch = event.touches[0];
    const scroller = scrollerOf(event.target, element);
    const mayPull = event.touches.length === 1 && touch && (scroller?.scrollTop ?? 0) <= 0;
    start = mayPull ? { x: touch.clientX, y: touch.clientY, scroller } : null;
  };
  const handleMove = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (!start || !touch) return;
    const down = touch.clientY - start.y;
    const along = Math.abs(touch.clientX - start.x);
    if (
      pulled === 0 &&
      (down < -SLACK || along > Math.max(down, SLACK) || (start.scroller?.scrollTop ?? 0) > 0)
    )
      return void (start = null);
    if (down <= SLACK) return show(0);
    if (event.cancelable) event.preventDefault();
    show(Math.min((down - SLACK) / 2, FURTHEST));
  };
  const handleEnd = (event: TouchEvent) => {
    const isAsked = event.type === "touchend" && pulled >= READY;
    start = null;
    if (pulled > 0) show(0);
    if (isAsked) onRefresh();
  };
  element.addEventListener("touchstart", handleStart, { passive: true });
  element.addEventListener("touchmove", handleMove, { passive: false });
  element.addEventListener("touchend", handleEnd);
  element.addEventListener("touchcancel", handleEnd);
  return () => {
    element.removeEventListener("touchstart", handleStart);
    element.removeEventListener("touchmove", handleMove);
    element.removeEventListener("touchend", handleEnd);
    element.removeEventListener("touchcancel", handleEnd);
  };
}
