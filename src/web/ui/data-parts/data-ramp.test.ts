import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contrast, oklchOf, screenOf, type Oklch, type Rgb } from "../../kernel/theme/colour.ts";

const css = readFileSync(join(import.meta.dirname, "../tokens.css"), "utf8");
const OKLCH = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;
const colorsIn = (text: string): Rgb[] =>
  [...text.matchAll(OKLCH)].map(([, l, c, h]) => screenOf([Number(l), Number(c), Number(h)]));

const ramp = [...css.matchAll(/--data-\d: (light-dark\(.*\));/g)].map(([, value]) => colorsIn(value!));
const modes = [
  { mode: "light", at: 0, block: css.split('[data-theme="light"] {')[1]!.split("}")[0]! },
  { mode: "dark", at: 1, block: css.split('[data-theme="light"] {')[0]! },
] as const;

/** How far two colors are apart in OKLab, where 0.02 can just be told side by side. */
function apart(one: Rgb, other: Rgb): number {
  const place = ([lightness, chroma, hue]: Oklch) => {
    const angle = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
  };
  const [here, there] = [place(oklchOf(one)), place(oklchOf(other))];
  return Math.hypot(...here.map((value, index) => value - there[index]!));
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const BLINDNESS = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};
const linear = (channel: number) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const coded = (light: number) => {
  const share = Math.min(1, Math.max(0, light));
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
};
function seenBy(matrix: number[][], color: Rgb): Rgb {
  const light = color.map(linear);
  const [red, green, blue] = matrix.map((row) =>
    coded(row.reduce((sum, part, index) => sum + part * light[index]!, 0)),
  );
  return [red!, green!, blue!];
}

test.each(modes)("each of the eight can be read as text on every ground, $mode", ({ at, block }) => {
  expect(ramp).toHaveLength(8);
  const grounds = ["bg", "panel", "raised"].map(
    (name) => colorsIn(new RegExp(`--${name}: ([^;]*);`).exec(block)![1]!)[0]!,
  );
  for (const [index, color] of ramp.entries())
    for (const ground of grounds)
      expect(contrast(color[at]!, ground), `--data-${index + 1}`).toBeGreaterThanOrEqual(4.5);
});

test.each(modes)(
  "any two are told apart, and neighbors by who sees no red or no green as well, $mode",
  ({ at }) => {
    const colors = ramp.map((color) => color[at]!);
    for (const [index, one] of colors.entries()) {
      for (const other of colors.slice(index + 1)) expect(apart(one, other)).toBeGreaterThan(0.09);
      const next = colors[index + 1];
      if (!next) continue;
      for (const [name, matrix] of Object.entries(BLINDNESS))
        expect(apart(seenBy(matrix, one), seenBy(matrix, next)), `${index + 1}, ${name}`).toBeGreaterThan(
          0.08,
        );
    }
  },
);

test.each(modes)("as accents of a published page they can be read on its grounds, $mode", ({ at }) => {
  const page = readFileSync(join(import.meta.dirname, "../../../server/sharing/public-page.css"), "utf8");
  const colorOf = (name: string) => colorsIn(new RegExp(`--${name}: ([^;]*);`).exec(page)![1]!)[at]!;
  const accents = [...page.matchAll(/\[data-accent="\w+"\] \{\s*--accent: (light-dark\(.*\));/g)].map(
    ([, value]) => colorsIn(value!),
  );
  expect(accents).toEqual(ramp);
  for (const accent of accents)
    for (const ground of ["bg", "raised", "on-accent"])
      expect(contrast(accent[at]!, colorOf(ground)), ground).toBeGreaterThanOrEqual(4.5);
});
