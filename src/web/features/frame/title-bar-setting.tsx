import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";

async function save(hasTitleBar: boolean | null): Promise<void> {
  await changePreferences({ settings: { hasTitleBar } });
}

export function TitleBarSetting() {
  const isOn = usePreferences()?.settings.hasTitleBar ?? false;
  return (
    <label className="flex cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => void save(event.target.checked)}
        className="size-4 accent-[var(--accent-fill)]"
      />
      {t("Show the title bar")}
    </label>
  );
}

export function useTitleBarDefault() {
  const isOn = usePreferences()?.settings.hasTitleBar ?? false;
  return { isDefault: !isOn, reset: () => save(null) };
}
