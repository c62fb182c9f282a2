import { Palette } from "lucide-react";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { themeName } from "../../kernel/theme/theme-names.ts";
import { Button } from "../../ui/button.tsx";
import type { DefaultState } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";

export const DEMO_WORDS = t("The demo account always opens in the default colors.");

export function ThemeSetting() {
  const preferences = usePreferences();
  if (!preferences) return null;
  if (preferences.dashboardTheme === "clean-default")
    return <p className="text-sm text-muted">{DEMO_WORDS}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="flex h-9 items-center gap-2.5 text-sm font-medium">
        <span aria-hidden="true" className="flex -space-x-1.5">
          <span className="size-5 rounded-full border border-line-strong bg-bg" />
          <span className="size-5 rounded-full border border-line-strong bg-panel" />
          <span className="size-5 rounded-full bg-accent-fill" />
        </span>
        {themeName(preferences)}
      </span>
      <Button onClick={() => openDialog({ kind: "colour-themes" })}>
        <Palette size={15} /> {t("Choose a theme")}
      </Button>
    </div>
  );
}

export function useThemeDefault(): DefaultState {
  const preferences = usePreferences();
  const isPlain = ["default", "clean-default"].includes(preferences?.dashboardTheme ?? "default");
  return {
    isDefault: isPlain && !preferences?.settings.preset && !preferences?.settings.gradient,
    reset: async () => {
      await changePreferences(
        { dashboardTheme: "default", settings: { preset: null, gradient: null } },
        { words: t("Applied Default theme!") },
      );
    },
  };
}
