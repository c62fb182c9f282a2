export type Box = { left: number; top: number; width: number; height: number };

/** The specification's popover, and what it keeps from the edges of the window; px. */
export const POPOVER = { width: 400, height: 200 };
const MARGIN = 10;
const GAP = 12;

/**
 * Where a popover stands so that it is near its target and inside the window: below it, else above, else at its right, else
 * in the middle of the window.
 */
export function placePopover(target: Box | null, window: { width: number; height: number }): Box {
  const width = Math.min(POPOVER.width, window.width - 2 * MARGIN);
  const height = Math.min(POPOVER.height, window.height - 2 * MARGIN);
  const keep = (value: number, size: number, whole: number) =>
    Math.max(MARGIN, Math.min(value, whole - size - MARGIN));
  const centre = { left: (window.width - width) / 2, top: (window.height - height) / 2 };
  const at = (left: number, top: number): Box => ({
    left: Math.round(keep(left, width, window.width)),
    top: Math.round(keep(top, height, window.height)),
    width,
    height,
  });
  if (!target) return at(centre.left, centre.top);
  const middle = target.left + target.width / 2 - width / 2;
  const below = target.top + target.height + GAP;
  if (below + height + MARGIN <= window.height) return at(middle, below);
  const above = target.top - GAP - height;
  if (above >= MARGIN) return at(middle, above);
  const right = target.left + target.width + GAP;
  if (right + width + MARGIN <= window.width) return at(right, target.top + target.height / 2 - height / 2);
  return at(centre.left, centre.top);
}
