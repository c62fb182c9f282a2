import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_COLORS } from "#contract/projects.ts";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import { contrastFaults, contrastOf } from "#testing/look-contrast.ts";
import { hexOf, type Oklch, oklchOf, screenOf, veilOf } from "../../kernel/theme/colour.ts";
import { lookOf } from "../../kernel/theme/look.ts";

const css = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
const sheet = css("project-accent.css");
const OKLCH = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;
const colorsIn = (text: string) =>
  [...text.matchAll(OKLCH)].map(([, l, c, h]): Oklch => [Number(l), Number(c), Number(h)]);
const accents = new Map(
  [...sheet.matchAll(/\[data-accent="(\w+)"\] \{\s*--accent: (light-dark\(.*\));/g)].map(
    ([, name, value]) => [name!, colorsIn(value!)] as const,
  ),
);

/** All surfaces that a page can have: an accent picked by hand changes none of them. */
const upper = [{}, ...PRESETS.map((preset) => ({ preset })), ...GRADIENTS.map((gradient) => ({ gradient }))];
const looks = THEME_CLASSES.flatMap((themeClass) =>
  upper.map((layer) => ({
    name: Object.values({ themeClass, ...layer }).join(" "),
    look: lookOf({ themeClass, ...layer, accent: "#888888" })!,
  })),
);
const MODES = [
  { mode: "light", at: 0, words: screenOf([1, 0, 0]) },
  { mode: "dark", at: 1, words: screenOf([0.2, 0.02, 235]) },
] as const;

/** As the style sheet mixes it: nine parts of the accent with one of black, or of white. */
const hovered = ([lightness, chroma, hue]: Oklch, mode: "light" | "dark"): Oklch => [
  lightness * 0.9 + (mode === "dark" ? 0.1 : 0),
  chroma * 0.9,
  hue,
];

function tokensOf(color: Oklch, { mode, words }: (typeof MODES)[number]) {
  const shown = screenOf(color);
  return {
    "--accent": hexOf(shown),
    "--accent-fill": hexOf(shown),
    "--accent-fill-hover": hexOf(screenOf(hovered(color, mode))),
    "--on-accent": hexOf(words),
    "--accent-soft": veilOf(shown, 0.09),
  };
}

test("every color that can be chosen but gray is an accent", () => {
  expect([...accents.keys()].toSorted()).toEqual(
    PROJECT_COLORS.filter((color) => color !== "gray").toSorted(),
  );
});

test.each(MODES)("every accent of a project is legible on the surfaces of every theme, $mode", (mode) => {
  const faults = looks.flatMap(({ name, look }) =>
    [...accents].flatMap(([color, values]) =>
      contrastFaults({ ...look[mode.mode], ...tokensOf(values[mode.at]!, mode) }, `${color}, ${name}`),
    ),
  );
  expect(faults).toEqual([]);
});

test.each(MODES)("a screen shows every accent as it is written, $mode", ({ at }) => {
  for (const [name, values] of accents) {
    const [lightness, chroma] = oklchOf(screenOf(values[at]!));
    expect(Math.abs(lightness - values[at]![0]), name).toBeLessThan(0.005);
    expect(Math.abs(chroma - values[at]![1]), name).toBeLessThan(0.004);
  }
});

test.each(MODES)("the colors of dots and progress are seen on the surfaces of every theme, $mode", (mode) => {
  const ramp = [...css("../../ui/tokens.css").matchAll(/--data-\d: (light-dark\(.*\));/g)].map(([, value]) =>
    hexOf(screenOf(colorsIn(value!)[mode.at]!)),
  );
  for (const { name, look } of looks)
    for (const surface of ["--bg", "--panel", "--raised"] as const)
      for (const color of ramp)
        expect(contrastOf(color, look[mode.mode][surface]!), `${color}, ${name}`).toBeGreaterThanOrEqual(3);
});
