import type { PreferenceSettings } from "#contract/preferences.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { RadioRow } from "../../ui/radio-row.tsx";

type Key = "hourCycle" | "weekStart";
type Choice<K extends Key> = NonNullable<PreferenceSettings[K]> | "usual";
type Options<K extends Key> = readonly { value: Choice<K>; words: string }[];

const CLOCKS: Options<"hourCycle"> = [
  { value: "usual", words: t("Same as the browser") },
  { value: "h12", words: t("12 hours (3:44 PM)") },
  { value: "h23", words: t("24 hours (15:44)") },
];
const WEEK_STARTS: Options<"weekStart"> = [
  { value: "usual", words: t("Same as the browser") },
  { value: "monday", words: t("Monday") },
  { value: "sunday", words: t("Sunday") },
  { value: "saturday", words: t("Saturday") },
];

const save = (key: Key, choice: string | null) =>
  changePreferences({ settings: { [key]: choice === "usual" ? null : choice } });

/** Undefined while it is what is usual in the browser's language. */
const useChosen = <K extends Key>(key: K) => usePreferences()?.settings[key];

function useTimeDefault(key: Key) {
  return { isDefault: useChosen(key) === undefined, reset: () => save(key, null) };
}

export function ClockSetting() {
  return (
    <RadioRow
      label={t("Time format")}
      options={CLOCKS}
      value={useChosen("hourCycle") ?? "usual"}
      onChoose={(choice) => save("hourCycle", choice)}
    />
  );
}

export function WeekStartSetting() {
  return (
    <RadioRow
      label={t("First day of the week")}
      options={WEEK_STARTS}
      value={useChosen("weekStart") ?? "usual"}
      onChoose={(choice) => save("weekStart", choice)}
    />
  );
}

export const useClockDefault = () => useTimeDefault("hourCycle");
export const useWeekStartDefault = () => useTimeDefault("weekStart");
