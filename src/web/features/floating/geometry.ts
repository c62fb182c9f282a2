import type { FLOATING_FILLS } from "#contract/shared/floating-fills.ts";

/** Places in CSS pixels from the upper left corner of the browser's window. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Rect = Point & Size;

/** What a window fills instead of standing where it was put. */
export type Fill = (typeof FLOATING_FILLS)[number];

/** The side or corner by which a window is resized. */
export const GRIPS = ["n", "e", "s", "w", "ne", "nw", "se", "sw"] as const;
export type Grip = (typeof GRIPS)[number];

/** The specification's sizes. */
export const START: Rect = { x: 100, y: 100, width: 400, height: 300 };
export const LEAST: Size = { width: 300, height: 200 };
export const MINIMIZED: Size = { width: 300, height: 50 };
export const OFFSET = 30;

/** How near the edge a pointer snaps a window to it, and how far a corner reaches along the edges. */
const EDGE = 12;
const CORNER = 90;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** The rectangle at its wanted place as far as the area allows. Where even the least size has no room, that size wins. */
export function keepInside(wanted: Rect, area: Size): Rect {
  const width = Math.round(clamp(wanted.width, LEAST.width, Math.max(LEAST.width, area.width)));
  const height = Math.round(clamp(wanted.height, LEAST.height, Math.max(LEAST.height, area.height)));
  return {
    x: Math.round(clamp(wanted.x, 0, Math.max(0, area.width - width))),
    y: Math.round(clamp(wanted.y, 0, Math.max(0, area.height - height))),
    width,
    height,
  };
}

/** Where a window opens beside so many others; the main area begins at `corner`. */
export const placeOfNew = (existing: number, area: Size, corner: Point = { x: 0, y: 0 }): Rect =>
  keepInside(
    {
      ...START,
      x: corner.x + START.x + OFFSET * existing,
      y: corner.y + START.y + OFFSET * existing,
    },
    area,
  );

export function filled(fill: Fill, area: Size): Rect {
  const isFull = fill === "full";
  const isHalf = fill === "left" || fill === "right";
  const width = isFull ? area.width : area.width / 2;
  const height = isFull || isHalf ? area.height : area.height / 2;
  const wanted = {
    x: fill.endsWith("right") ? area.width - width : 0,
    y: fill.startsWith("bottom") ? area.height - height : 0,
    width,
    height,
  };
  return keepInside(wanted, area);
}

/** What a window fills when it is let go with the pointer there; null away from the edges. */
export function fillAt({ x, y }: Point, area: Size): Fill | null {
  const isLeft = x <= EDGE;
  const isRight = x >= area.width - EDGE;
  const isTop = y <= EDGE;
  const isBottom = y >= area.height - EDGE;
  if (!isLeft && !isRight && !isTop && !isBottom) return null;
  const nearLeft = x <= CORNER;
  const nearRight = x >= area.width - CORNER;
  const nearTop = y <= CORNER;
  const nearBottom = y >= area.height - CORNER;
  if (nearLeft && nearTop) return "top-left";
  if (nearRight && nearTop) return "top-right";
  if (nearLeft && nearBottom) return "bottom-left";
  if (nearRight && nearBottom) return "bottom-right";
  if (isLeft) return "left";
  if (isRight) return "right";
  return isTop ? "full" : null;
}

export const moved = (rect: Rect, by: Point, area: Size): Rect =>
  keepInside({ ...rect, x: rect.x + by.x, y: rect.y + by.y }, area);

/** Moves a side or corner; the opposite one stays where it is. */
export function resized(rect: Rect, grip: Grip, by: Point, area: Size): Rect {
  const start = keepInside(rect, area);
  let { x, y, width, height } = start;
  const right = x + width;
  const bottom = y + height;
  if (grip.includes("e")) width = clamp(width + by.x, LEAST.width, Math.max(LEAST.width, area.width - x));
  if (grip.includes("s"))
    height = clamp(height + by.y, LEAST.height, Math.max(LEAST.height, area.height - y));
  if (grip.includes("w")) {
    x = clamp(x + by.x, 0, Math.max(0, right - LEAST.width));
    width = right - x;
  }
  if (grip.includes("n")) {
    y = clamp(y + by.y, 0, Math.max(0, bottom - LEAST.height));
    height = bottom - y;
  }
  return keepInside({ x, y, width, height }, area);
}

/**
 * So many windows side by side; the last row shares its width among those that are left. Never more beside each other than have
 * room: the buttons of one would lie under the next.
 */
export function tiles(count: number, area: Size): Rect[] {
  const columns = Math.min(Math.ceil(Math.sqrt(count)), Math.max(1, Math.floor(area.width / LEAST.width)));
  const rows = Math.ceil(count / Math.max(1, columns));
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    const width = area.width / inRow;
    const height = area.height / rows;
    return keepInside({ x: (index % columns) * width, y: row * height, width, height }, area);
  });
}
