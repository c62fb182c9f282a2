import type { Preferences } from "#contract/preferences.ts";
import { contrast, hexOf, oklchOf, over, repaired, rgbOf, screenOf, veilOf, type Rgb } from "./colour.ts";
import {
  CLASSES,
  GRADIENT_COLOURS,
  PRESET_COLOURS,
  type Gradient,
  type Preset,
  type ThemeClass,
} from "./palettes.ts";

export type Brightness = "dark" | "light";

/** What a person chose, the upper three of the four layers; the mode lies below them. */
export type LookChoice = {
  themeClass: ThemeClass | "clean-default";
  preset?: Preset | undefined;
  gradient?: Gradient | undefined;
  accent?: string | undefined;
};

/** The custom properties of tokens.css that a choice replaces. */
export type Tokens = Record<`--${string}`, string>;
export type Look = Record<Brightness, Tokens>;

/** Contrast of WCAG 2.2 AA: of text, and of what is drawn. */
const TEXT = 4.5;
const GRAPHICS = 3;

export const choiceOf = ({ dashboardTheme, settings }: Preferences): LookChoice => ({
  themeClass: dashboardTheme,
  ...(dashboardTheme === "clean-default"
    ? {}
    : { preset: settings.preset, gradient: settings.gradient, accent: settings.accent }),
});

/** null where the style sheet's own colours are what was chosen. */
export function lookOf(choice: LookChoice): Look | null {
  const { themeClass, preset, gradient, accent } = choice;
  const isPlain = themeClass === "default" || themeClass === "clean-default";
  if (isPlain && !preset && !gradient && !accent) return null;
  return { dark: tokensOf(choice, "dark"), light: tokensOf(choice, "light") };
}

/** The colours before any repair. */
type Wanted = {
  bg: Rgb;
  /** All that a page may be painted with; one colour, or the stops of a gradient. */
  grounds: Rgb[];
  panel: Rgb;
  panels: Rgb[];
  raised: Rgb;
  ink: Rgb;
  muted: Rgb;
  faint: Rgb;
  tint: Rgb;
  accent: Rgb;
  fill: Rgb;
  soft: Rgb;
  backdrop?: { page: string; panel: string };
};

function wantedOf(choice: LookChoice, mode: Brightness): Wanted {
  const layers = choice.preset ? presetLayer(choice.preset, mode) : classLayer(choice.themeClass, mode);
  const painted = choice.gradient && !choice.preset ? gradientLayer(layers, choice.gradient, mode) : layers;
  if (!choice.accent) return painted;
  const own = rgbOf(choice.accent);
  return { ...painted, accent: own, fill: own, soft: own };
}

function classLayer(name: LookChoice["themeClass"], mode: Brightness): Wanted {
  const ground = CLASSES[name === "clean-default" ? "default" : name][mode];
  const shown = Object.fromEntries(
    Object.entries(ground).map(([token, colour]) => [token, screenOf(colour)]),
  ) as Record<keyof typeof ground, Rgb>;
  return { ...shown, soft: shown.fill, grounds: [shown.bg], panels: [shown.panel] };
}

function presetLayer(name: Preset, mode: Brightness): Wanted {
  const { primary, secondary, accent, background, foreground } = PRESET_COLOURS[name][mode];
  const [bg, ink, fill, soft] = [rgbOf(background), rgbOf(foreground), rgbOf(primary), rgbOf(secondary)];
  const [lightness, chroma, hue] = oklchOf(bg);
  const isDark = mode === "dark";
  // Surfaces come nearer in steps of light, as those of the default do.
  const panel = screenOf([lightness + (isDark ? 0.028 : -0.022), chroma * (isDark ? 1.12 : 1.8), hue]);
  const raised = isDark ? screenOf([lightness + 0.066, chroma * 1.3, hue]) : ([255, 255, 255] as const);
  return {
    bg,
    grounds: [bg],
    panel,
    panels: [panel],
    raised,
    ink,
    muted: over(ink, isDark ? 0.72 : 0.76, bg),
    faint: over(ink, isDark ? 0.56 : 0.62, bg),
    tint: over(soft, 0.35, ink),
    accent: rgbOf(accent),
    fill,
    soft,
  };
}

function gradientLayer(below: Wanted, name: Gradient, mode: Brightness): Wanted {
  const { stops, accent, fill } = GRADIENT_COLOURS[name][mode];
  const grounds = stops.map(rgbOf);
  // Between two stops every channel lies between theirs, so nothing on the way is darker than this.
  const least = (at: 0 | 1 | 2) => Math.min(...grounds.map((stop) => stop[at]));
  const all: Rgb[] = [...grounds, [least(0), least(1), least(2)]];
  const [film, alpha] =
    mode === "dark" ? ([[255, 255, 255], 0.045] as const) : ([[255, 255, 255], 0.5] as const);
  const panels = all.map((stop) => over(film, alpha, stop));
  const raised = mode === "dark" ? over(film, 0.09, grounds[1]!) : ([255, 255, 255] as const);
  const page = `linear-gradient(155deg, ${stops.join(", ")})`;
  const veil = veilOf(film, alpha);
  return {
    ...below,
    bg: grounds[1]!,
    grounds: all,
    panel: panels[1]!,
    panels,
    raised,
    accent: rgbOf(accent),
    fill: rgbOf(fill),
    soft: rgbOf(fill),
    backdrop: { page, panel: `linear-gradient(${veil}, ${veil}), ${page}` },
  };
}

const OVERLAYS = {
  dark: { hover: 0.06, pressed: 0.1, soft: 0.13 },
  light: { hover: 0.055, pressed: 0.09, soft: 0.12 },
};
const LINES = { dark: { line: 0.1, strong: 0.22 }, light: { line: 0.11, strong: 0.22 } };
const SIGNALS = {
  dark: { danger: [0.74, 0.155, 22], warn: [0.84, 0.13, 82], good: [0.8, 0.14, 158] },
  light: { danger: [0.51, 0.19, 27], warn: [0.5, 0.11, 70], good: [0.48, 0.12, 155] },
} as const;

function tokensOf(choice: LookChoice, mode: Brightness): Tokens {
  const wanted = wantedOf(choice, mode);
  const veils = OVERLAYS[mode];
  const surfaces = [...wanted.grounds, ...wanted.panels, wanted.raised];
  const under = (top: Rgb, alpha: number) => surfaces.map((surface) => over(top, alpha, surface));
  const pressed = [...surfaces, ...under(wanted.tint, veils.pressed)];
  const fill = repaired(wanted.fill, surfaces, GRAPHICS);
  const soft = wanted.soft;
  const marked = [...pressed, ...under(soft, veils.soft)];
  const onAccent = writingOn(fill, mode);
  const text = (colour: Rgb, grounds = marked) => hexOf(repaired(colour, grounds, TEXT));
  const signals = signalsOf(mode, surfaces, text);
  return {
    "--bg": hexOf(wanted.bg),
    "--panel": hexOf(wanted.panel),
    "--raised": hexOf(wanted.raised),
    "--hover": veilOf(wanted.tint, veils.hover),
    "--pressed": veilOf(wanted.tint, veils.pressed),
    "--line": veilOf(wanted.tint, LINES[mode].line),
    "--line-strong": veilOf(wanted.tint, LINES[mode].strong),
    "--field-line": hexOf(repaired(over(wanted.tint, 0.44, wanted.bg), surfaces, GRAPHICS)),
    "--ink": text(wanted.ink),
    "--muted": text(wanted.muted),
    "--faint": text(wanted.faint),
    "--accent": text(wanted.accent),
    "--accent-fill": hexOf(fill),
    "--accent-fill-hover": hexOf(awayFrom(onAccent, fill)),
    "--on-accent": hexOf(onAccent),
    "--accent-soft": veilOf(soft, veils.soft),
    ...signals,
    "--backdrop": wanted.backdrop?.page ?? "none",
    "--backdrop-panel": wanted.backdrop?.panel ?? "none",
  };
}

/** Red, amber and green stay what they are, and stay legible on surfaces of any colour. */
function signalsOf(mode: Brightness, surfaces: Rgb[], text: (colour: Rgb, grounds: Rgb[]) => string): Tokens {
  const { danger, warn, good } = SIGNALS[mode];
  const tinted = (colour: Rgb, alpha: number) => [
    ...surfaces,
    ...surfaces.map((surface) => over(colour, alpha, surface)),
  ];
  return {
    "--danger": text(screenOf(danger), tinted(screenOf(danger), 0.13)),
    "--warn": text(screenOf(warn), tinted(screenOf(warn), 0.16)),
    "--good": text(screenOf(good), surfaces),
  };
}

/** Dark words on a light fill and light ones on a dark: those of the mode where both can be read. */
function writingOn(fill: Rgb, mode: Brightness): Rgb {
  const [, chroma, hue] = oklchOf(fill);
  const dark = screenOf([0.2, Math.min(chroma, 0.04), hue]);
  const light: Rgb = [255, 255, 255];
  const [first, second] = mode === "dark" ? [dark, light] : [light, dark];
  if (contrast(first, fill) >= TEXT) return first;
  return repaired(contrast(second, fill) >= contrast(first, fill) ? second : first, [fill], TEXT);
}

function awayFrom(words: Rgb, fill: Rgb): Rgb {
  const [lightness, chroma, hue] = oklchOf(fill);
  const [wordsLightness] = oklchOf(words);
  const step = wordsLightness < lightness ? 0.045 : -0.045;
  return screenOf([Math.min(1, Math.max(0, lightness + step)), chroma, hue]);
}
