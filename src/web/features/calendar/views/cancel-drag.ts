/** A drag or a change of length that is under way, and whether Escape has ended it. */
let drag: { isOver: boolean; isCanceled: boolean } | null = null;

function onEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || !drag || drag.isOver) return;
  event.preventDefault();
  event.stopPropagation();
  drag.isCanceled = true;
  // FullCalendar knows no other end than the one of the press.
  document.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
}

export function beginDrag(): void {
  drag = { isOver: false, isCanceled: false };
  addEventListener("keydown", onEscape, true);
}

export function endDrag(): void {
  if (drag) drag.isOver = true;
  removeEventListener("keydown", onEscape, true);
}

/** Of the drag that has just ended. */
export const wasCanceled = (): boolean => drag?.isCanceled ?? false;
