import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import { contrastFaults, contrastOf } from "#testing/look-contrast.ts";
import { randomFrom } from "#testing/random.ts";
import { hexOf, oklchOf, repaired, REPAIR_STEP, rgbOf, screenOf, type Rgb } from "./colour.ts";
import { lookOf, type LookChoice } from "./look.ts";
import { CLASSES } from "./palettes.ts";

const upper = [{}, ...PRESETS.map((preset) => ({ preset })), ...GRADIENTS.map((gradient) => ({ gradient }))];
const combinations: LookChoice[] = THEME_CLASSES.flatMap((themeClass) =>
  upper.map((layer) => ({ themeClass, ...layer })),
);
const isDeep = process.env.CAIRN_DEEP === "1";
const MODES = ["dark", "light"] as const;

const faultsOf = (choice: LookChoice) =>
  MODES.flatMap((mode) =>
    contrastFaults(lookOf(choice)?.[mode] ?? {}, `${mode} ${Object.values(choice).join(" ")}`),
  );

/** The corners of the colour cube and its greys, where repairs are hardest. */
const EXTREMES = [
  "#000000",
  "#ffffff",
  "#ff0000",
  "#00ff00",
  "#0000ff",
  "#ffff00",
  "#ff00ff",
  "#00ffff",
  "#777777",
];

test("every theme class, preset and gradient is legible in both modes, and with every extreme accent", () => {
  const faults = combinations.flatMap((choice) => [
    ...(lookOf(choice) ? faultsOf(choice) : []),
    // An accent covers what the layers below would give; the surfaces are those of the class or of what lies on it.
    ...(isDeep || choice.themeClass === "default" || !(choice.preset ?? choice.gradient)
      ? EXTREMES.flatMap((accent) => faultsOf({ ...choice, accent }))
      : []),
  ]);
  expect([...new Set(faults)]).toEqual([]);
});

test("nothing chosen leaves the style sheet's own colours, and the demo account has no others", () => {
  expect(lookOf({ themeClass: "default" })).toBeNull();
  expect(lookOf({ themeClass: "clean-default" })).toBeNull();
});

test("a repair moves the lightness no further than it must, and nothing that needs none", () => {
  const random = randomFrom(4);
  const channel = () => Math.floor(random() * 256);
  for (let round = 0; round < 200; round += 1) {
    const colour: Rgb = [channel(), channel(), channel()];
    const ground: Rgb = random() < 0.5 ? [20, 24, 28] : [250, 250, 252];
    const after = repaired(colour, [ground], 4.5);
    expect(contrastOf(hexOf(after), hexOf(ground))).toBeGreaterThanOrEqual(4.5);
    if (contrastOf(hexOf(colour), hexOf(ground)) >= 4.5) {
      expect(after).toEqual(colour);
      continue;
    }
    // Every smaller move, in either direction, would not do.
    const [lightness, chroma, hue] = oklchOf(colour);
    const isSame = (move: number) => hexOf(screenOf([lightness + move, chroma, hue])) === hexOf(after);
    let moves = 0;
    for (let move = REPAIR_STEP; !isSame(move) && !isSame(-move) && moves < 500; move += REPAIR_STEP) {
      moves += 1;
      for (const tried of [lightness + move, lightness - move].filter((value) => value >= 0 && value <= 1))
        expect(contrastOf(hexOf(screenOf([tried, chroma, hue])), hexOf(ground))).toBeLessThan(4.5);
    }
    expect(moves).toBeLessThan(500);
  }
});

test("an accent that can be read already stays what was picked", () => {
  const look = lookOf({ themeClass: "default", accent: "#ffb020" })!;
  expect(look.dark["--accent"]).toBe("#ffb020");
  expect(look.dark["--accent-fill"]).toBe("#ffb020");
  const [, , hue] = oklchOf(rgbOf(look.light["--accent"]!));
  expect(Math.abs(hue - oklchOf(rgbOf("#ffb020"))[2])).toBeLessThan(8);
});

test("the default class is what the style sheet says", () => {
  const css = readFileSync(join(import.meta.dirname, "../../ui/tokens.css"), "utf8");
  const [dark = "", light = ""] = css.split('[data-theme="light"] {');
  const tokens = {
    bg: "bg",
    panel: "panel",
    raised: "raised",
    ink: "ink",
    muted: "muted",
    faint: "faint",
    accent: "accent",
    fill: "accent-fill",
  } as const;
  for (const [mode, text] of [
    ["dark", dark],
    ["light", light],
  ] as const)
    for (const [name, token] of Object.entries(tokens)) {
      const [lightness, chroma, hue] = CLASSES.default[mode][name as keyof typeof tokens];
      expect(text, `${mode} ${token}`).toContain(`--${token}: oklch(${lightness} ${chroma} ${hue});`);
    }
});
