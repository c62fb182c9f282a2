import type { EditorView } from "@tiptap/pm/view";

const STOPS = "button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']";

/**
 * Lets go of the focus within the key press itself: a Tab that follows at once must not indent. It goes on from where the caret was,
 * to what can be pressed in the text, of which the browser would begin with the first.
 */
export function leaveText(view: EditorView): boolean {
  const selection = getSelection();
  const caret = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  view.dom.blur();
  // Of a caret that stays on the screen one would believe that it takes letters.
  selection?.removeAllRanges();
  if (caret && view.dom.contains(caret.startContainer)) goOnFrom(caret, view.dom);
  return true;
}

function goOnFrom(caret: Range, text: HTMLElement): void {
  const stop = () => {
    removeEventListener("keydown", handleKey, true);
    removeEventListener("focusin", stop, true);
    removeEventListener("pointerdown", stop, true);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Shift") return;
    stop();
    if (event.key === "Tab" && focusBeside(caret, text, event.shiftKey)) event.preventDefault();
  };
  addEventListener("keydown", handleKey, true);
  addEventListener("focusin", stop, true);
  addEventListener("pointerdown", stop, true);
}

/** True when it has the focus; otherwise the browser goes on, out of the text. */
function focusBeside(caret: Range, text: HTMLElement, isBack: boolean): boolean {
  const stops = [...text.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility());
  const isBefore = (stop: HTMLElement) => caret.comparePoint(stop, 0) < 0;
  const next = isBack ? stops.findLast(isBefore) : stops.find((stop) => !isBefore(stop));
  // From the last one the browser's own Tab leads behind the text.
  if (!next && !isBack) stops.at(-1)?.focus();
  next?.focus();
  return next !== undefined && document.activeElement === next;
}
