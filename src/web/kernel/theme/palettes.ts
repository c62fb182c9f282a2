import type { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import type { Oklch } from "./colour.ts";
import { t } from "../../lib/messages/t.ts";

export type ThemeClass = (typeof THEME_CLASSES)[number];
export type Preset = (typeof PRESETS)[number];
export type Gradient = (typeof GRADIENTS)[number];

type Both<Part> = { dark: Part; light: Part };

/** What a theme class gives: the surfaces, what is written on them, and the accent that goes with them. */
export type Ground = {
  bg: Oklch;
  panel: Oklch;
  raised: Oklch;
  ink: Oklch;
  muted: Oklch;
  faint: Oklch;
  /** Lines, and what lies under the pointer; laid on thinly. */
  tint: Oklch;
  accent: Oklch;
  fill: Oklch;
};

/** Surfaces in one hue; `depth` is how much colour they have, against the default's calm 1. */
function ground(hue: number, depth: number, accentHue: number, chroma: number): Both<Ground> {
  return {
    dark: {
      bg: [0.172 - 0.006 * (depth - 1), 0.008 * depth, hue],
      panel: [0.2 - 0.004 * (depth - 1), 0.009 * depth, hue],
      raised: [0.238, 0.011 * depth, hue],
      ink: [0.955, 0.004, hue],
      muted: [0.77, 0.012 + 0.004 * depth, hue],
      faint: [0.68, 0.014 + 0.004 * depth, hue],
      tint: [0.9, 0.02 * depth, hue],
      accent: [0.81, chroma, accentHue],
      fill: [0.77, chroma, accentHue],
    },
    light: {
      bg: [0.993, 0.0012 * depth, hue],
      panel: [0.97, 0.0035 * depth, hue],
      raised: [1, 0, hue],
      ink: [0.235, 0.012 * depth, hue],
      muted: [0.44, 0.01 + 0.006 * depth, hue],
      faint: [0.505, 0.01 + 0.006 * depth, hue],
      tint: [0.3, 0.03 * depth, hue],
      accent: [0.48, chroma, accentHue],
      fill: [0.5, chroma + 0.01, accentHue],
    },
  };
}

/** The first is src/web/ui/tokens.css, which a test compares. */
export const CLASSES: Record<ThemeClass, { label: string } & Both<Ground>> = {
  default: {
    label: t("Default"),
    dark: {
      bg: [0.172, 0.008, 235],
      panel: [0.2, 0.009, 235],
      raised: [0.238, 0.011, 235],
      ink: [0.955, 0.004, 230],
      muted: [0.77, 0.012, 230],
      faint: [0.705, 0.014, 230],
      tint: [0.9, 0.02, 220],
      accent: [0.82, 0.125, 210],
      fill: [0.8, 0.125, 210],
    },
    light: {
      bg: [0.995, 0.001, 230],
      panel: [0.972, 0.003, 230],
      raised: [1, 0, 0],
      ink: [0.235, 0.015, 235],
      muted: [0.45, 0.015, 235],
      faint: [0.5, 0.015, 235],
      tint: [0.3, 0.03, 230],
      accent: [0.49, 0.095, 222],
      fill: [0.5, 0.1, 222],
    },
  },
  midnight: { label: t("Midnight"), ...ground(268, 3.4, 268, 0.115) },
  emerald: { label: t("Emerald"), ...ground(166, 2.2, 160, 0.12) },
  violet: { label: t("Violet"), ...ground(300, 2.8, 300, 0.135) },
  sunset: { label: t("Sunset"), ...ground(38, 2.2, 52, 0.13) },
  "pure-black": {
    label: t("Pure Black"),
    dark: {
      bg: [0, 0, 0],
      panel: [0.145, 0, 0],
      raised: [0.19, 0, 0],
      ink: [0.96, 0, 0],
      muted: [0.76, 0, 0],
      faint: [0.655, 0, 0],
      tint: [1, 0, 0],
      accent: [0.82, 0.125, 210],
      fill: [0.8, 0.125, 210],
    },
    light: {
      bg: [1, 0, 0],
      panel: [0.972, 0, 0],
      raised: [1, 0, 0],
      ink: [0.16, 0, 0],
      muted: [0.42, 0, 0],
      faint: [0.5, 0, 0],
      tint: [0.2, 0, 0],
      accent: [0.49, 0.095, 222],
      fill: [0.5, 0.1, 222],
    },
  },
};

/** Buttons are primary, links and marks are accent, what is chosen lies on secondary. */
export type Five = {
  primary: string;
  secondary: string;
  accent: string;
  background: string;
  foreground: string;
};

const five = (
  primary: string,
  secondary: string,
  accent: string,
  background: string,
  foreground: string,
): Five => ({ primary, secondary, accent, background, foreground });

export const PRESET_COLOURS: Record<Preset, { label: string } & Both<Five>> = {
  "ocean-breeze": {
    label: t("Ocean Breeze"),
    dark: five("#3fb4e8", "#2dd4bf", "#7dd3fc", "#0b1a25", "#e6f3fa"),
    light: five("#0369a1", "#0d9488", "#0b6380", "#f3fafd", "#0c2433"),
  },
  "sunset-glow": {
    label: t("Sunset Glow"),
    dark: five("#fb8f4c", "#f472b6", "#fdba74", "#1f1317", "#fceee7"),
    light: five("#c2410c", "#db2777", "#b03a06", "#fff8f3", "#3a1a14"),
  },
  "forest-green": {
    label: t("Forest Green"),
    dark: five("#5fc98b", "#a3b86c", "#93d8a9", "#0f1912", "#e8f2e9"),
    light: five("#1f6b3f", "#7d8f34", "#256344", "#f6faf4", "#15281b"),
  },
  "royal-purple": {
    label: t("Royal Purple"),
    dark: five("#a78bfa", "#e0b354", "#c9bbfd", "#171127", "#f0ebfb"),
    light: five("#6d28d9", "#b7791f", "#5f24bd", "#faf8ff", "#261a45"),
  },
  monochrome: {
    label: t("Monochrome"),
    dark: five("#e5e5e5", "#a3a3a3", "#d4d4d4", "#121212", "#f2f2f2"),
    light: five("#262626", "#737373", "#404040", "#fafafa", "#171717"),
  },
  "neon-dreams": {
    label: t("Neon Dreams"),
    dark: five("#ff5cd6", "#8b6cff", "#2ef2e2", "#0e0a1e", "#f3f0ff"),
    light: five("#c0168f", "#6a3df0", "#00716a", "#fbf8ff", "#1d1338"),
  },
};

/** What the page is painted with, from top left to bottom right, and the accent that goes with it. */
export type Sky = { stops: readonly [string, string, string]; accent: string; fill: string };

export const GRADIENT_COLOURS: Record<Gradient, { label: string } & Both<Sky>> = {
  aurora: {
    label: t("Aurora"),
    dark: { stops: ["#06201f", "#0b2030", "#1f163a"], accent: "#6ee7c8", fill: "#34d3a6" },
    light: { stops: ["#ecfbf5", "#e8f5fb", "#f1ebfd"], accent: "#0b6b55", fill: "#0c7a61" },
  },
  fire: {
    label: t("Fire"),
    dark: { stops: ["#26140a", "#2b100d", "#250b1a"], accent: "#fdb27a", fill: "#f9803f" },
    light: { stops: ["#fff7e8", "#ffeee3", "#ffeaee"], accent: "#a8380b", fill: "#c2410c" },
  },
  ocean: {
    label: t("Ocean"),
    dark: { stops: ["#06222c", "#08203a", "#0c1738"], accent: "#7cc8ff", fill: "#4aa8f0" },
    light: { stops: ["#e9fafb", "#e4f2fc", "#e5ebfc"], accent: "#0a5a94", fill: "#0b66a8" },
  },
  space: {
    label: t("Space"),
    dark: { stops: ["#06070f", "#120f2a", "#250f2e"], accent: "#c7b6ff", fill: "#9d86f5" },
    light: { stops: ["#f5f6fc", "#eeecfb", "#f8ebf7"], accent: "#5a2fb5", fill: "#6437c6" },
  },
};
