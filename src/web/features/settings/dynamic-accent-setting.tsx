import { ImageUp } from "lucide-react";
import { useRef, useState, type ChangeEvent } from "react";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { saveAccent } from "../../kernel/theme/choose-theme.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { DefaultState } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";

const save = async (isOn: boolean | null) => {
  await changePreferences({ settings: { isAccentDynamic: isOn } });
};

/** What keeps a file from giving an accent, in words; its code is fetched when a file has been chosen. */
async function takeAccent(file: File, isDynamic: boolean): Promise<string | null> {
  if (!/^(image|video)\//.test(file.type)) return t("Choose an image or video file.");
  try {
    const { accentFromFile } = await import("../../kernel/theme/accent-from-file.ts");
    const accent = await accentFromFile(file, isDynamic);
    if (!accent) return t("This image is empty, so there's no color to pick.");
    await saveAccent(accent);
    return null;
  } catch {
    return t("Couldn't read this file as an image or video.");
  }
}

export function DynamicAccentSetting() {
  const preferences = usePreferences();
  if (!preferences || preferences.dashboardTheme === "clean-default") return null;
  const isOn = preferences.settings.isAccentDynamic === true;
  return (
    <div className="flex flex-col gap-4">
      <Switch label={t("Pick the accent from a file")} isOn={isOn} onChange={(next) => void save(next)} />
      {isOn && <FilePicker isDynamic={isOn} />}
    </div>
  );
}

function FilePicker({ isDynamic }: { isDynamic: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const choices = useRef(0);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const handleChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    const mine = ++choices.current;
    setIsBusy(true);
    const fault = await takeAccent(file, isDynamic);
    // What an earlier file came to says nothing of the one chosen since.
    if (mine !== choices.current) return;
    setError(fault);
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button isBusy={isBusy} onClick={() => picker.current?.click()}>
        <ImageUp size={15} /> {t("Choose an image or video")}
      </Button>
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*,video/*"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("Image or video file")}
        onChange={(event) => void handleChange(event)}
      />
    </div>
  );
}

export function useDynamicAccentDefault(): DefaultState {
  const preferences = usePreferences();
  return { isDefault: preferences?.settings.isAccentDynamic !== true, reset: () => save(null) };
}
