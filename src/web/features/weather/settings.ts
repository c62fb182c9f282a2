import type { DefaultState, SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { changeWeather, START_CITY, useWeatherChoice } from "../../kernel/weather/weather-choice.ts";
import { deferred } from "../../ui/deferred.tsx";

const WeatherSettings = deferred(async () => (await import("./weather-settings.tsx")).WeatherSettings);

function useWeatherDefault(): DefaultState {
  const choice = useWeatherChoice();
  const isDefault =
    !choice || (choice.isOn && choice.units === "celsius" && choice.city === START_CITY && !choice.place);
  return { isDefault, reset: () => changeWeather({ isOn: true, units: "celsius", place: null }) };
}

export const weather: SettingOfTab[] = [
  {
    tab: "profile",
    id: "weather",
    label: t("Weather"),
    help: t("Shown on your dashboard."),
    keywords: t("temperature city place location forecast units celsius fahrenheit"),
    Control: WeatherSettings,
    useDefault: useWeatherDefault,
  },
];
