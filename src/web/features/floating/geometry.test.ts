import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FLOATING_FILLS as FILLS } from "#contract/shared/floating-fills.ts";
import { seed } from "#testing/run-seed.ts";
import {
  fillAt,
  filled,
  GRIPS,
  keepInside,
  LEAST,
  MINIMIZED,
  moved,
  OFFSET,
  placeOfNew,
  resized,
  START,
  tiles,
  type Rect,
  type Size,
} from "./geometry.ts";

fc.configureGlobal({ seed });

const area = { width: 1440, height: 900 };
const areas = fc.record({
  width: fc.integer({ min: LEAST.width, max: 4000 }),
  height: fc.integer({ min: LEAST.height, max: 3000 }),
});
const wide = fc.integer({ min: -10_000, max: 10_000 });
const points = fc.record({ x: wide, y: wide });
const rects = fc.record({ x: wide, y: wide, width: wide, height: wide });

function expectInside(rect: Rect, { width, height }: Size): void {
  expect(rect.x).toBeGreaterThanOrEqual(0);
  expect(rect.y).toBeGreaterThanOrEqual(0);
  expect(rect.x + rect.width).toBeLessThanOrEqual(width);
  expect(rect.y + rect.height).toBeLessThanOrEqual(height);
  expect(rect.width).toBeGreaterThanOrEqual(LEAST.width);
  expect(rect.height).toBeGreaterThanOrEqual(LEAST.height);
}

describe("the specification's figures", () => {
  test("400x300 at 100,100, 30 further for each window, at least 300x200, minimized 300x50", () => {
    expect(placeOfNew(0, area)).toEqual({ x: 100, y: 100, width: 400, height: 300 });
    expect(placeOfNew(3, area)).toEqual({ x: 190, y: 190, width: 400, height: 300 });
    const corner = { x: 230, y: 40 };
    expect(placeOfNew(0, area, corner), "beside the sidebar").toMatchObject({ x: 330, y: 140 });
    expect(placeOfNew(2, area, corner), "the third").toMatchObject({ x: 390, y: 200 });
    expect([START, LEAST, MINIMIZED, OFFSET]).toEqual([
      { x: 100, y: 100, width: 400, height: 300 },
      { width: 300, height: 200 },
      { width: 300, height: 50 },
      30,
    ]);
  });
});

describe("never outside the window, never below the least size", () => {
  test("wherever a window is put, moved or resized to", () => {
    fc.assert(
      fc.property(areas, rects, points, fc.constantFrom(...GRIPS), (within, rect, by, grip) => {
        expectInside(keepInside(rect, within), within);
        expectInside(moved(rect, by, within), within);
        expectInside(resized(rect, grip, by, within), within);
      }),
    );
  });

  test("however many are open, filled or tiled", () => {
    fc.assert(
      fc.property(
        areas,
        fc.integer({ min: 0, max: 50 }),
        fc.constantFrom(...FILLS),
        (within, count, fill) => {
          expectInside(placeOfNew(count, within), within);
          expectInside(filled(fill, within), within);
          const all = tiles(count, within);
          expect(all).toHaveLength(count);
          for (const rect of all) expectInside(rect, within);
        },
      ),
    );
  });

  test("in a window smaller than the least size it stands at the corner in that size", () => {
    expect(keepInside({ x: 50, y: 60, width: 900, height: 900 }, { width: 200, height: 100 })).toEqual({
      x: 0,
      y: 0,
      ...LEAST,
    });
  });
});

test("keeping inside twice is keeping inside once, and what lies inside stays", () => {
  fc.assert(
    fc.property(areas, rects, (within, rect) => {
      const once = keepInside(rect, within);
      expect(keepInside(once, within)).toEqual(once);
    }),
  );
});

test("the side opposite to the one that is pulled stays", () => {
  fc.assert(
    fc.property(areas, rects, points, fc.constantFrom(...GRIPS), (within, rect, by, grip) => {
      const before = keepInside(rect, within);
      const after = resized(before, grip, by, within);
      if (!grip.includes("w")) expect(after.x).toBe(before.x);
      else expect(after.x + after.width).toBe(before.x + before.width);
      if (!grip.includes("n")) expect(after.y).toBe(before.y);
      else expect(after.y + after.height).toBe(before.y + before.height);
    }),
  );
});

test("on a tablet tiles stand beside each other only as far as their buttons can be reached", () => {
  const tablet = { width: 768, height: 1024 };
  const all = tiles(8, tablet);
  expect(all.map(({ x, y }) => `${x},${y}`)).toEqual(
    [0, 256, 512, 768].flatMap((y) => [`0,${y}`, `384,${y}`]),
  );
});

test("tiles with room enough do not overlap", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), (count) => {
      const all = tiles(count, area);
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1)) {
          const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
          const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1);
        }
    }),
  );
});

test("edges snap to halves, corners to quarters, the top to all of it, and the middle to nothing", () => {
  expect(fillAt({ x: 2, y: 450 }, area)).toBe("left");
  expect(fillAt({ x: 1439, y: 450 }, area)).toBe("right");
  expect(fillAt({ x: 700, y: 0 }, area)).toBe("full");
  expect(fillAt({ x: 20, y: 4 }, area)).toBe("top-left");
  expect(fillAt({ x: 1438, y: 30 }, area)).toBe("top-right");
  expect(fillAt({ x: 3, y: 880 }, area)).toBe("bottom-left");
  expect(fillAt({ x: 1400, y: 899 }, area)).toBe("bottom-right");
  expect(fillAt({ x: 700, y: 899 }, area)).toBeNull();
  expect(fillAt({ x: 50, y: 50 }, area)).toBeNull();
  expect(filled("right", area)).toEqual({ x: 720, y: 0, width: 720, height: 900 });
  expect(filled("bottom-left", area)).toEqual({ x: 0, y: 450, width: 720, height: 450 });
});
