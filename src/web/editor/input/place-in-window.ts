const GAP = 6;
const EDGE = 8;
const MOST = 352;

type Line = { left: number; top: number; bottom: number };

/**
 * Puts a fixed element under a line of text, or above it where there is more room, inside what can be seen: on a phone
 * that ends where the keyboard begins.
 */
export function placeInWindow(element: HTMLElement, line: Line): void {
  const seen = visualViewport;
  const top = seen?.offsetTop ?? 0;
  const left = seen?.offsetLeft ?? 0;
  const width = seen?.width ?? innerWidth;
  const bottom = top + (seen?.height ?? innerHeight);
  const below = bottom - line.bottom - GAP - EDGE;
  const above = line.top - top - GAP - EDGE;
  const isBelow = below >= Math.min(MOST, element.scrollHeight) || below >= above;
  element.style.maxHeight = `${Math.max(96, Math.min(MOST, isBelow ? below : above))}px`;
  const height = element.offsetHeight;
  element.style.top = `${isBelow ? line.bottom + GAP : Math.max(top + EDGE, line.top - GAP - height)}px`;
  const furthest = left + width - element.offsetWidth - EDGE;
  element.style.left = `${Math.max(left + EDGE, Math.min(line.left, furthest))}px`;
}
