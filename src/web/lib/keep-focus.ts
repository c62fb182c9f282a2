/** Whoever takes the focus by themselves has so long for it: a page that opens, a dialog, the opener of a menu. */
const PATIENCE_MS = 150;
/** A button that is off while its work is done has the focus again when it is on: for so long. */
const DISABLED_MS = 10_000;

const STOPS =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']";
const WRITTEN_IN = "input, textarea, [contenteditable] *, [contenteditable]";

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
  const stops = [around, ...around.querySelectorAll(STOPS)].filter(
    (stop): stop is HTMLElement =>
      stop instanceof HTMLElement && stop.matches(STOPS) && stop.tabIndex >= 0 && stop.checkVisibility(),
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

/**
 * Keeps the focus near when what had it goes away: a deleted row gives it to the next, a removed tag to the one beside it. Lost to the
 * page's beginning, it would be found again by many presses of Tab. A page that is left says itself where the focus goes.
 */
export function keepFocus(): () => void {
  let held: Place | null = null;
  let inPage: Place | null = null;
  let lastKey = "";
  const restore = (wasOff: boolean, until = performance.now() + DISABLED_MS) => {
    if (!held || document.activeElement !== document.body) return;
    const { element } = held;
    if (element.isConnected) {
      const isOff = element.matches(":disabled");
      if (!isOff && !wasOff) return;
      if (isOff && performance.now() < until)
        return void setTimeout(() => restore(wasOff, until), PATIENCE_MS);
    }
    const isCutShort = lastKey.length === 1 && element.matches(WRITTEN_IN);
    // The rest of what was being written must not press anything.
    if (isCutShort || held.path !== location.pathname) return;
    const isInPage = inPage?.path === location.pathname;
    (nearest(held) ?? (isInPage ? nearest(inPage!) : undefined))?.focus({ preventScroll: true });
  };
  const handleIn = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement)) return;
    held = placeOf(target);
    if (target.closest("main")) inPage = held;
  };
  const handleOut = ({ target, relatedTarget }: FocusEvent) => {
    const wasOff = target instanceof HTMLElement && target.matches(":disabled");
    if (!relatedTarget) setTimeout(() => restore(wasOff), PATIENCE_MS);
  };
  const handleKey = ({ key }: KeyboardEvent) => void (lastKey = key);
  handleIn({ target: document.activeElement });
  addEventListener("focusin", handleIn);
  addEventListener("focusout", handleOut);
  addEventListener("keydown", handleKey, true);
  return () => {
    removeEventListener("focusin", handleIn);
    removeEventListener("focusout", handleOut);
    removeEventListener("keydown", handleKey, true);
  };
}
