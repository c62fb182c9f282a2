import type { WeatherPlace } from "#contract/weather.ts";
import { changeWeather, useWeatherChoice } from "../../kernel/weather/weather-choice.ts";
import { t } from "../../lib/messages/t.ts";
import { RadioRow } from "../../ui/radio-row.tsx";
import { Switch } from "../../ui/switch.tsx";
import { PlaceField } from "./place-field.tsx";

const UNITS = [
  { value: "celsius", words: t("°C, km/h") },
  { value: "fahrenheit", words: t("°F, mph") },
] as const;

type WeatherSettingsProps = {
  /** A place was chosen: what surrounds the form may close. */
  onChosen?: () => void;
};

/** Place and units of the weather, saved as they are chosen. */
export function WeatherSettings({ onChosen }: WeatherSettingsProps) {
  const choice = useWeatherChoice();
  if (!choice) return null;
  const choose = ({ name, label, latitude, longitude }: WeatherPlace) => {
    void changeWeather({ place: { name, label, latitude, longitude } });
    onChosen?.();
  };
  return (
    <div className="flex flex-col items-stretch gap-4">
      <Switch
        label={t("Show the weather")}
        isOn={choice.isOn}
        onChange={(isOn) => void changeWeather({ isOn })}
      />
      <PlaceField chosen={choice.city} onChoose={choose} />
      <RadioRow
        label={t("Units")}
        options={UNITS}
        value={choice.units}
        onChoose={(units) => changeWeather({ units })}
      />
    </div>
  );
}
