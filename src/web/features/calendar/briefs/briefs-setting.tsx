import type { PreferenceSettings } from "#contract/preferences.ts";
import type { DefaultState } from "../../../kernel/settings/setting.ts";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { cachedFrame, usePreferences } from "../../../kernel/workspace/frame.ts";
import { t } from "../../../lib/messages/t.ts";
import { TimeInput } from "../../../ui/dates/time-input.tsx";
import { Switch } from "../../../ui/switch.tsx";

type Choices = NonNullable<PreferenceSettings["briefs"]>;

const MORNING = "07:30";

/** The server keeps the choices as one: what is not changed goes along. */
const choose = (change: Choices) =>
  void changePreferences({
    settings: { briefs: { ...cachedFrame()?.preferences.settings.briefs, ...change } },
  });

const useChoices = (): Choices => usePreferences()?.settings.briefs ?? {};

export function BriefsSetting() {
  const { beforeEvents = false, morning = null } = useChoices();
  return (
    <div className="flex flex-col items-start gap-3">
      <Switch
        label={t("15 minutes before an event")}
        isOn={beforeEvents}
        onChange={(isOn) => choose({ beforeEvents: isOn })}
      />
      <Switch
        label={t("Every morning")}
        isOn={morning !== null}
        onChange={(isOn) => choose({ morning: isOn ? MORNING : null })}
      />
      {morning && (
        <div className="text-sm">
          <TimeInput label={t("At")} value={morning} onChange={(time) => choose({ morning: time })} />
        </div>
      )}
    </div>
  );
}

export function useBriefsDefault(): DefaultState {
  const { beforeEvents = false, morning = null } = useChoices();
  return {
    isDefault: !beforeEvents && morning === null,
    reset: () => changePreferences({ settings: { briefs: null } }),
  };
}
