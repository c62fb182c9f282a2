import { updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

async function save(hasTitleBar: boolean | null): Promise<void> {
  if (await updatePreferences({ settings: { hasTitleBar } })) toast.success(t("Settings saved successfully"));
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
