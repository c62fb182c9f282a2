import { conditionWords, WeatherIcon } from "../../kernel/weather/conditions.tsx";
import { useWeather } from "../../kernel/weather/use-weather.ts";
import { t } from "../../lib/messages/t.ts";
import { degrees } from "./weather-words.ts";

/** Temperature and sky beside the greeting; nothing where the weather is not known. */
export function WeatherGlance() {
  const { weather, choice, isOld } = useWeather();
  if (!weather || !choice?.isOn) return null;
  const { temperature, icon, isDay, city } = weather;
  const words = { condition: conditionWords(icon), city };
  return (
    <p
      className="flex items-center gap-2 text-lg text-muted tabular-nums"
      title={isOld ? t("{condition} in {city}, last known", words) : t("{condition} in {city}", words)}
    >
      <WeatherIcon code={icon} isDay={isDay} size={20} />
      <span className="sr-only">{t("{condition} in {city}", words)}</span>
      {degrees(temperature)}
    </p>
  );
}
