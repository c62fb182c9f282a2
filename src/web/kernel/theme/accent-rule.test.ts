import { expect, test } from "vitest";
import { contrastFaults } from "#testing/look-contrast.ts";
import { slowAccentOf } from "#testing/slow-accent.ts";
import { randomFrom } from "#testing/random.ts";
import { accentOf, frameTime, sampleSize } from "./accent-rule.ts";
import { lookOf } from "./look.ts";
import { THEME_CLASSES } from "#contract/shared/frame-choices.ts";

/** The full thousand by `npm run deep`. */
const IMAGES = process.env.CAIRN_DEEP === "1" ? 1000 : 40;

/** Flat areas, ramps, noise and holes: what drawings, photographs, logos and screenshots are made of. */
function aPicture(seed: number): Uint8ClampedArray {
  const random = randomFrom(seed);
  const whole = (most: number) => Math.floor(random() * most);
  const width = 1 + whole(400);
  const height = 1 + whole(300);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const colour = () => [whole(256), whole(256), whole(256)];
  const areas = Array.from({ length: 1 + whole(14) }, () => ({
    left: whole(width),
    top: whole(height),
    right: whole(width * 1.5),
    bottom: whole(height * 1.5),
    from: colour(),
    to: random() < 0.5 ? null : colour(),
    noise: random() < 0.4 ? whole(60) : 0,
    alpha: random() < 0.15 ? whole(256) : 255,
  }));
  areas.unshift({ ...areas[0]!, left: 0, top: 0, right: width, bottom: height });
  for (const { left, top, right, bottom, from, to, noise, alpha } of areas)
    for (let y = top; y < Math.min(bottom, height); y += 1)
      for (let x = left; x < Math.min(right, width); x += 1) {
        const at = (y * width + x) * 4;
        for (let index = 0; index < 3; index += 1) {
          const end = to?.[index] ?? from[index]!;
          pixels[at + index] = from[index]! + ((end - from[index]!) * x) / width + (random() - 0.5) * noise;
        }
        pixels[at + 3] = alpha;
      }
  return pixels;
}

test(
  `${IMAGES} random pictures give the accent of the rule, and each is legible after repair`,
  { timeout: 900_000 },
  () => {
    const faults: string[] = [];
    const accents = new Set<string>();
    for (let seed = 1; seed <= IMAGES; seed += 1) {
      const pixels = aPicture(seed);
      const accent = accentOf(pixels);
      if (accent !== slowAccentOf(pixels))
        faults.push(`${seed}: ${accent}, by the rule ${slowAccentOf(pixels)}`);
      if (!accent) continue;
      accents.add(accent);
      const themeClass = THEME_CLASSES[seed % THEME_CLASSES.length]!;
      const look = lookOf({ themeClass, accent })!;
      faults.push(
        ...contrastFaults(look.dark, `${seed} dark`),
        ...contrastFaults(look.light, `${seed} light`),
      );
    }
    expect(faults).toEqual([]);
    expect(accents.size).toBeGreaterThan(IMAGES / 2);
  },
);

const pointsOf = (...areas: [count: number, red: number, green: number, blue: number, alpha?: number][]) =>
  new Uint8ClampedArray(
    areas.flatMap(([count, red, green, blue, alpha = 255]) =>
      Array.from({ length: count }, () => [red, green, blue, alpha]).flat(),
    ),
  );

test("a saturated colour of middle brightness goes before larger areas of grey, white and near black", () => {
  expect(accentOf(pointsOf([90, 128, 128, 128], [50, 255, 255, 255], [40, 40, 0, 0], [3, 200, 60, 30]))).toBe(
    "#c83c1e",
  );
});

test("brightness counts from 50 to 200, both included", () => {
  expect(accentOf(pointsOf([5, 150, 0, 0], [9, 90, 130, 90]))).toBe("#960000");
  expect(accentOf(pointsOf([5, 149, 0, 0], [9, 90, 130, 90]))).toBe("#5a825a");
  expect(accentOf(pointsOf([5, 255, 90, 255], [9, 90, 130, 90]))).toBe("#ff5aff");
  expect(accentOf(pointsOf([5, 255, 92, 255], [9, 90, 130, 90]))).toBe("#5a825a");
});

test("only the ten most common colours are looked at, and of two alike the more common wins", () => {
  const greys = Array.from(
    { length: 10 },
    (_, index) => [20, index * 16, index * 16, index * 16] as [number, number, number, number],
  );
  expect(accentOf(pointsOf(...greys, [19, 200, 0, 0]))).toBe("#000000");
  expect(accentOf(pointsOf(...greys.slice(1), [19, 200, 0, 0]))).toBe("#c80000");
  expect(accentOf(pointsOf([4, 0, 160, 0], [5, 160, 0, 0]))).toBe("#a00000");
  expect(accentOf(pointsOf([5, 160, 0, 0], [5, 0, 0, 160]))).toBe("#0000a0");
});

test("where nothing is saturated the most saturated of the ten is taken, and nothing from an empty picture", () => {
  expect(accentOf(pointsOf([50, 250, 250, 250], [5, 220, 230, 250]))).toBe("#dce6fa");
  expect(accentOf(pointsOf([50, 200, 0, 0, 127]))).toBeNull();
  expect(accentOf(pointsOf([1, 200, 0, 0, 128], [50, 0, 200, 0, 127]))).toBe("#c80000");
  expect(accentOf(new Uint8ClampedArray(0))).toBeNull();
});

test.each([
  [4000, 3000, 400, 300],
  [800, 200, 400, 100],
  [200, 900, 66, 300],
  [400, 300, 400, 300],
  [10, 10, 10, 10],
  [9000, 2, 400, 1],
])("a picture of %i x %i is looked at in %i x %i", (width, height, ...expected) => {
  expect(Object.values(sampleSize(width, height))).toEqual(expected);
});

test("a video is looked at after a quarter of its length, at most two seconds", () => {
  expect([1, 4, 7.9, 8, 100].map(frameTime)).toEqual([0.25, 1, 1.975, 2, 2]);
});
