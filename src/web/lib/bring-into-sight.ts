/**
 * Scrolls to an element, and once more when what came into sight with it has been laid out: of a long text, the heights of blocks
 * that were never seen are guesses.
 */
export function bringIntoSight(element: Element, block: "start" | "center"): void {
  element.scrollIntoView({ block });
  requestAnimationFrame(() => requestAnimationFrame(() => element.scrollIntoView({ block })));
}
