/** How far one pulls, of a finger's way twice as long. */
const READY = 64;
const FURTHEST = 96;
/** A movement is a pull once it is clearly down and not along. */
const SLACK = 8;

/** The nearest thing under the finger that scrolls. */
function scrollerOf(target: EventTarget | null, end: HTMLElement): HTMLElement | null {
  for (let at = target instanceof HTMLElement ? target : null; at && at !== end; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}

/** Follows the fingers on an element. `onReady` hears whether letting go would refresh; the answer ends it all. */
export function listenToPulls(
  element: HTMLElement,
  onReady: (isReady: boolean) => void,
  onRefresh: () => void,
) {
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
