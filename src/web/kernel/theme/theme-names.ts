import type { Preferences } from "#contract/preferences.ts";
import { CLASSES, GRADIENT_COLOURS, PRESET_COLOURS } from "./palettes.ts";

/** What the uppermost chosen layer below the accent is called. */
export function themeName({ dashboardTheme, settings: { preset, gradient } }: Preferences): string {
  if (preset) return PRESET_COLOURS[preset].label;
  if (gradient) return GRADIENT_COLOURS[gradient].label;
  return CLASSES[dashboardTheme === "clean-default" ? "default" : dashboardTheme].label;
}
