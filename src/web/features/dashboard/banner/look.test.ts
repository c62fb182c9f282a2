import { expect, test } from "vitest";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { randomFrom } from "#testing/random.ts";
import { contrast, over, type Rgb } from "../../../kernel/theme/colour.ts";
import { draggedFocus, drawnSize, frameOf, heightOf, mayMove, offsetOf, SCRIM, shownOf } from "./look.ts";

const WIDE = { width: 1200, height: 225 };

test("a frame is as high as the banner or as chosen, and as wide as its ratio says within the banner", () => {
  const frame = (part: object) => frameOf({ ...BANNER_DEFAULTS, ...part }, WIDE, 900);
  expect(frame({})).toEqual({ width: 1200, height: 225 });
  expect(frame({ height: 200 })).toEqual({ width: 1200, height: 1800 });
  expect(frame({ aspectRatio: "16:9" })).toEqual({ width: 400, height: 225 });
  expect(frame({ aspectRatio: "1:1", height: 100 })).toEqual({ width: 900, height: 900 });
  expect(frame({ aspectRatio: "4:3", height: 200 })).toEqual({ width: 1200, height: 900 });
});

test("the focus stays in sight at any width, and dragging moves the picture by what the pointer moved", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 500; round += 1) {
    const picture = { width: 50 + random() * 4000, height: 50 + random() * 4000 };
    const banner = { width: 300 + random() * 2000, height: 100 + random() * 500 };
    const frame = { width: banner.width, height: banner.height * (0.5 + random() * 4) };
    const drawn = drawnSize(picture, frame);
    expect(drawn.width).toBeGreaterThanOrEqual(frame.width - 1e-6);
    expect(drawn.height).toBeGreaterThanOrEqual(frame.height - 1e-6);
    const focus = { x: random() * 100, y: random() * 100 };
    const left = offsetOf(focus.x, banner.width - drawn.width);
    const point = left + (drawn.width * focus.x) / 100;
    expect(point).toBeGreaterThanOrEqual(-1e-6);
    expect(point).toBeLessThanOrEqual(banner.width + 1e-6);
    const room = banner.height - drawn.height;
    if (Math.abs(room) < 200) continue;
    const to = draggedFocus({ x: 50, y: 50 }, { x: 0, y: 30 }, drawn, banner);
    const moved = offsetOf(to.y, room) - offsetOf(50, room);
    // Focus is kept to a tenth of a percent.
    expect(Math.abs(moved - 30)).toBeLessThanOrEqual(Math.abs(room) / 1900);
  }
});

test("what fits exactly doesn't move, and nothing is dragged beyond its edge", () => {
  expect(draggedFocus({ x: 30, y: 30 }, { x: 90, y: -900 }, { width: 1200, height: 900 }, WIDE)).toEqual({
    x: 30,
    y: 100,
  });
  expect([heightOf(5), heightOf(77.4), heightOf(999)]).toEqual([20, 77, 200]);
});

test("white words have a contrast of 4.5 on the scrim over every color", () => {
  const white: Rgb = [255, 255, 255];
  let least = Infinity;
  for (let red = 0; red <= 255; red += 15)
    for (let green = 0; green <= 255; green += 15)
      for (let blue = 0; blue <= 255; blue += 15)
        least = Math.min(least, contrast(white, over([0, 0, 0], SCRIM, [red, green, blue])));
  expect(least).toBeGreaterThanOrEqual(4.5);
  expect(contrast(white, over([0, 0, 0], 0.4, white))).toBeLessThan(4.5);
});

test("a video moves by itself only where it is seen and the device doesn't ask for less; a press counts more", () => {
  const seen = { pressed: null, isAuto: true, isInView: true, isPageHidden: false, isSparing: false };
  expect(mayMove(seen)).toBe(true);
  expect(mayMove({ ...seen, isAuto: false })).toBe(false);
  expect(mayMove({ ...seen, isSparing: true })).toBe(false);
  expect(mayMove({ ...seen, isSparing: true, pressed: "play" })).toBe(true);
  expect(mayMove({ ...seen, pressed: "pause" })).toBe(false);
  expect(mayMove({ ...seen, pressed: "play", isInView: false })).toBe(false);
  expect(mayMove({ ...seen, pressed: "play", isPageHidden: true })).toBe(false);
});

test("a workspace that an older page kept has the settings it lacks", () => {
  expect(shownOf({ bannerUrl: null, bannerType: null, bannerSettings: {} })).toBeNull();
  expect(
    shownOf({ bannerUrl: "/files/a", bannerType: "image", bannerSettings: { opacity: 40 } })!.look,
  ).toEqual({ ...BANNER_DEFAULTS, opacity: 40 });
});
