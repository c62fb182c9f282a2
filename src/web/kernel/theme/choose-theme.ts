import type { GRADIENTS, PRESETS, THEME_CLASSES } from "#contract/shared/frame-choices.ts";
import { changePreferences } from "../workspace/change-preferences.ts";
import type { PreferencesChange } from "../workspace/frame.ts";
import { chooseMode, useTheme, type Mode } from "./theme.ts";
import { t } from "../../lib/messages/t.ts";

/** One press of the dialog or the palette: which layer, and what of it. */
export type ThemeChoice =
  | { layer: "class"; name: (typeof THEME_CLASSES)[number]; label: string }
  | { layer: "preset"; name: (typeof PRESETS)[number]; label: string }
  | { layer: "gradient"; name: (typeof GRADIENTS)[number]; label: string };

/** A lower layer would not be seen below one that covers it, so choosing it takes those off. */
const changeOf = ({ layer, name }: ThemeChoice): PreferencesChange => ({
  ...(layer === "class" ? { dashboardTheme: name } : {}),
  settings: {
    preset: layer === "preset" ? name : null,
    gradient: layer === "gradient" ? name : null,
  },
});

export async function chooseTheme(choice: ThemeChoice): Promise<void> {
  await changePreferences(changeOf(choice), { words: t("Applied {label} theme!", { label: choice.label }) });
}

export async function resetTheme(): Promise<void> {
  await changePreferences(
    { dashboardTheme: "default", settings: { preset: null, gradient: null, accent: null } },
    { words: t("Applied Default theme!") },
  );
}

/** Here at once and on every other device; goes back where the server refuses. */
export async function saveMode(mode: Mode, isReset = false): Promise<void> {
  const before = useTheme.getState().mode;
  chooseMode(mode);
  const isKept = await changePreferences(
    { settings: { mode: isReset ? null : mode } },
    { onUndo: () => chooseMode(before), redo: () => saveMode(mode, isReset) },
  );
  if (!isKept) chooseMode(before);
}

/** null gives the accent back to the theme. */
export async function saveAccent(accent: string | null): Promise<void> {
  await changePreferences({ settings: { accent } });
}
