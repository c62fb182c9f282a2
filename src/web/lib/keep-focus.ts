/** Whoever takes the focus by themselves has so long for it: a page that opens, a dialog, the opener of a menu. */
const PATIENCE_MS = 150;
/** A button that is off while its work is done has the focus again when it is on: for so long. */
const DISABLED_MS = 10_000;

const STOPS =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']";
/** A phone brings its keyboard up for them. */
const WRITTEN_IN =
  "input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea, [contenteditable] *, [contenteditable]";
/** What keyboards of phones and input methods call any letter. */
const HIDDEN_LETTER = /^(?:Process|Unidentified|Dead)$/;

type Place = {
  element: HTMLElement;
  path: string;
  /** From the inside out: where in each element around it it stands. */
  levels: { parent: Element; index: number }[];
};

function placeOf(element: HTMLElement): Place {
  const levels = [];
  for (let at: Element = element; at.parentElement && at.tagName !== "MAIN"; at = at.parentElement)
    levels.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return { element, path: location.pathname, levels };
}

function stopIn(around: Element | undefined, like: HTMLElement): HTMLElement | undefined {
  if (!around) return undefined;
  const mayWrite = like.matches(WRITTEN_IN);
  const stops = [around, ...around.querySelectorAll(STOPS)].filter(
    (stop): stop is HTMLElement =>
      stop instanceof HTMLElement &&
      stop.matches(STOPS) &&
      (mayWrite || !stop.matches(WRITTEN_IN)) &&
      stop.tabIndex >= 0 &&
      stop.checkVisibility(),
  );
  const alike = stops.filter((stop) => stop.tagName === like.tagName && stop.className === like.className);
  return alike.find((stop) => verbOf(stop) === verbOf(like)) ?? alike[0] ?? stops[0];
}

/** Of "Restore Packing" and "Delete Packing". */
const verbOf = (element: HTMLElement) => (element.ariaLabel ?? element.textContent).trim().split(" ")[0];

/** What has come to stand where something stood, or stands before it. */
function nearest({ element, levels }: Place): HTMLElement | undefined {
  if (element.isConnected && !element.matches(":disabled")) return element;
  for (const { parent, index } of levels) {
    if (!parent.isConnected || parent.contains(document.body)) continue;
    const { children } = parent;
    const found = stopIn(children[index], element) ?? stopIn(children[index - 1], element);
    if (found) return found;
  }
  return undefined;
}

type Last = { input: "letter" | "touch" | "other" };

/** What was done last. "input" comes of the keys of input methods, too, which are kept from the page (composing-keys.ts). */
function watchLast(signal: AbortSignal): Last {
  const last: Last = { input: "other" };
  const handle = (event: Event) => {
    if (event instanceof PointerEvent) last.input = event.pointerType === "touch" ? "touch" : "other";
    else if (!(event instanceof KeyboardEvent)) last.input = "letter";
    else last.input = event.key.length === 1 || HIDDEN_LETTER.test(event.key) ? "letter" : "other";
  };
  for (const type of ["keydown", "input", "pointerdown"])
    addEventListener(type, handle, { capture: true, signal });
  return last;
}

/** Not every browser tells that what goes away had the focus. */
function watchRemoved(isGone: () => boolean, signal: AbortSignal, then: () => void): void {
  const observer = new MutationObserver(() => isGone() && then());
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

/**
 * Keeps the focus near when what had it goes away: a deleted row gives it to the next, a removed tag to the one beside it. Lost to the
 * page's beginning, it would be found again by many presses of Tab. A page that is left says itself where the focus goes.
 */
export function keepFocus(): () => void {
  let held: Place | null = null;
  let inPage: Place | null = null;
  let missed: Place | null = null;
  const listening = new AbortController();
  const { signal } = listening;
  const last = watchLast(signal);
  const restore = (wasOff: boolean, until = performance.now() + DISABLED_MS) => {
    if (!held || document.activeElement !== document.body) return;
    const { element } = held;
    if (element.isConnected) {
      const isOff = element.matches(":disabled");
      // Left for the page around it, it may go when it likes.
      if (!isOff && !wasOff) return void (held = null);
      if (isOff && performance.now() < until)
        return void setTimeout(() => restore(wasOff, until), PATIENCE_MS);
    }
    // The rest of what was being written must not press anything.
    const isCutShort = last.input === "letter" && element.matches(WRITTEN_IN);
    if (isCutShort || last.input === "touch" || held.path !== location.pathname) return;
    const isInPage = inPage?.path === location.pathname;
    (nearest(held) ?? (isInPage ? nearest(inPage!) : undefined))?.focus({ preventScroll: true });
  };
  const restoreSoon = (wasOff: boolean) => setTimeout(() => restore(wasOff), PATIENCE_MS);
  const handleIn = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement)) return;
    held = placeOf(target);
    if (target.closest("main")) inPage = held;
  };
  const handleOut = ({ target, relatedTarget }: FocusEvent) => {
    if (!relatedTarget) restoreSoon(target instanceof HTMLElement && target.matches(":disabled"));
  };
  handleIn({ target: document.activeElement });
  addEventListener("focusin", handleIn, { signal });
  addEventListener("focusout", handleOut, { signal });
  const isGone = () => held !== null && held !== missed && !held.element.isConnected;
  watchRemoved(isGone, signal, () => {
    missed = held;
    restoreSoon(false);
  });
  return () => listening.abort();
}
