import type { PreferenceSettings } from "#contract/preferences.ts";
import type { DefaultState } from "../../../kernel/settings/setting.ts";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { firstWeekday, weekdayHead, weekdayName } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { TimeInput } from "../../../ui/dates/time-input.tsx";
import { Switch } from "../../../ui/switch.tsx";

type Chosen = NonNullable<PreferenceSettings["workingHours"]>;

const USUAL: Chosen = { from: "09:00", to: "17:00", days: [1, 2, 3, 4, 5] };

const save = (workingHours: Chosen | null) => changePreferences({ settings: { workingHours } });

const useChosen = () => usePreferences()?.settings.workingHours ?? null;

/** Sundays and the days after them: 2023 began with one. */
const dateOfWeekday = (day: number) => new Date(2023, 0, 1 + (day % 7));

/** 1 is Monday, 7 Sunday, in the order in which the account's week has them. */
const weekdays = () => Array.from({ length: 7 }, (_, at) => (firstWeekday() + at) % 7 || 7);

export function WorkingHoursSetting() {
  const chosen = useChosen();
  const change = (given: Partial<Chosen>) => {
    const next = { ...(chosen ?? USUAL), ...given };
    if (next.from < next.to && next.days.length > 0) void save(next);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Switch
        label={t("Choose my own hours")}
        isOn={chosen !== null}
        onChange={(isOn) => void save(isOn ? USUAL : null)}
      />
      {chosen && (
        <>
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <TimeInput label={t("From")} value={chosen.from} onChange={(from) => change({ from })} />
            <TimeInput label={t("To")} value={chosen.to} onChange={(to) => change({ to })} />
          </div>
          <div role="group" aria-label={t("Working days")} className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
            {weekdays().map((day) => (
              <label key={day} className="inline-flex items-center gap-1.5 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  aria-label={weekdayName(dateOfWeekday(day))}
                  checked={chosen.days.includes(day)}
                  onChange={(event) =>
                    change({
                      days: event.target.checked
                        ? [...chosen.days, day].toSorted()
                        : chosen.days.filter((other) => other !== day),
                    })
                  }
                  className="size-4 accent-(--accent-fill)"
                />
                {weekdayHead(dateOfWeekday(day))}
              </label>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

export function useWorkingHoursDefault(): DefaultState {
  return { isDefault: useChosen() === null, reset: () => save(null) };
}
