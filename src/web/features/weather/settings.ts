import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { useWeatherDefault, WeatherSettings } from "./weather-settings.tsx";

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
