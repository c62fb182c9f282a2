import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { placePopover } from "./place-popover.ts";

fc.configureGlobal({ seed });

const side = fc.integer({ min: 320, max: 2560 });

test("wherever the target is, the popover stays ten pixels inside the window", () => {
  const at = fc.integer({ min: -500, max: 3000 });
  const size = fc.integer({ min: 0, max: 2000 });
  fc.assert(
    fc.property(side, side, at, at, size, size, (width, height, left, top, w, h) => {
      const box = placePopover({ left, top, width: w, height: h }, { width, height });
      expect(box.left).toBeGreaterThanOrEqual(10);
      expect(box.top).toBeGreaterThanOrEqual(10);
      expect(box.left + box.width).toBeLessThanOrEqual(width - 10);
      expect(box.top + box.height).toBeLessThanOrEqual(height - 10);
    }),
    { verbose: 1 },
  );
});

test("it stands below its target, above one at the bottom, beside a tall one", () => {
  const window = { width: 1440, height: 900 };
  expect(placePopover({ left: 600, top: 100, width: 100, height: 40 }, window)).toEqual({
    left: 450,
    top: 152,
    width: 400,
    height: 200,
  });
  expect(placePopover({ left: 600, top: 800, width: 100, height: 40 }, window).top).toBe(588);
  expect(placePopover({ left: 0, top: 0, width: 259, height: 900 }, window)).toMatchObject({
    left: 271,
    top: 350,
  });
});
