import { Monitor, Moon, Sun } from "lucide-react";
import { saveMode } from "../../../kernel/theme/choose-theme.ts";
import { modes, useTheme, type Mode } from "../../../kernel/theme/theme.ts";
import { AccentSetting, useAccentDefault } from "../accent-setting.tsx";
import { DynamicAccentSetting, useDynamicAccentDefault } from "../dynamic-accent-setting.tsx";
import { GlowSetting, useGlowDefault } from "../glow-setting.tsx";
import type { DefaultState, Setting } from "../../../kernel/settings/setting.ts";
import { ThemeSetting, useThemeDefault } from "../theme-setting.tsx";
import { t } from "../../../lib/messages/t.ts";

const MODES: Record<Mode, { label: string; icon: typeof Sun }> = {
  dark: { label: t("Dark"), icon: Moon },
  light: { label: t("Light"), icon: Sun },
  system: { label: t("System"), icon: Monitor },
};

function ModeSetting() {
  const current = useTheme((state) => state.mode);
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t("Mode")}</legend>
      {modes.map((mode) => {
        const { label, icon: Icon } = MODES[mode];
        return (
          <label
            key={mode}
            className="tap flex min-w-0 cursor-pointer flex-col items-center gap-2 rounded-md border border-line-strong px-2 py-3 text-center text-sm transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="mode"
              value={mode}
              checked={mode === current}
              onChange={() => void saveMode(mode)}
              className="sr-only"
            />
            <Icon size={18} aria-hidden="true" />
            {label}
          </label>
        );
      })}
    </fieldset>
  );
}

function useModeDefault(): DefaultState {
  const mode = useTheme((state) => state.mode);
  return { isDefault: mode === "dark", reset: () => saveMode("dark", true) };
}

export const appearanceSettings: Setting[] = [
  {
    id: "mode",
    label: t("Mode"),
    help: t("Dark, light, or match your system."),
    keywords: t("theme dark light system night color"),
    Control: ModeSetting,
    useDefault: useModeDefault,
  },
  {
    id: "theme",
    label: t("Color theme"),
    help: t("Colors of the whole app."),
    keywords: t(
      "theme color preset gradient midnight emerald violet sunset pure black ocean forest purple neon",
    ),
    Control: ThemeSetting,
    useDefault: useThemeDefault,
  },
  {
    id: "accent",
    label: t("Accent color"),
    help: t("Used for buttons, links and selection; adjusted for legibility."),
    keywords: t("color highlight hex swatch"),
    Control: AccentSetting,
    useDefault: useAccentDefault,
  },
  {
    id: "dynamic-accent",
    label: t("Dynamic accent"),
    help: t("Picks the accent from an image or video. The file stays on this device."),
    keywords: t("accent color image photo video picture automatic"),
    Control: DynamicAccentSetting,
    useDefault: useDynamicAccentDefault,
  },
  {
    id: "glow",
    label: t("Glow"),
    help: t("A soft light around the dashboard's cards; none where the device asks for less motion."),
    keywords: t("hover light cards dashboard effects"),
    Control: GlowSetting,
    useDefault: useGlowDefault,
  },
];
