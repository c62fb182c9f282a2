import { Monitor, Moon, Sun } from "lucide-react";
import { updatePreferences } from "../../../lib/frame.ts";
import { chooseMode, modes, useTheme, type Mode } from "../../../lib/theme.ts";
import { toast } from "../../../ui/toast-store.ts";
import type { DefaultState, Setting } from "../setting.ts";

const faces: Record<Mode, { label: string; icon: typeof Sun }> = {
  dark: { label: "Dark", icon: Moon },
  light: { label: "Light", icon: Sun },
  system: { label: "As the system", icon: Monitor },
};

/** Here at once and on every other device; goes back where the server refuses. */
async function saveMode(mode: Mode, isReset = false): Promise<void> {
  const before = useTheme.getState().mode;
  chooseMode(mode);
  const isKept = await updatePreferences({ settings: { mode: isReset ? null : mode } });
  if (isKept) toast.success("Settings saved successfully");
  else chooseMode(before);
}

function ModeSetting() {
  const current = useTheme((state) => state.mode);
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">Mode</legend>
      {modes.map((mode) => {
        const { label, icon: Icon } = faces[mode];
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
    label: "Mode",
    help: "Dark, light, or whatever your system says.",
    keywords: "theme dark light system night colour color",
    Control: ModeSetting,
    useDefault: useModeDefault,
  },
];
