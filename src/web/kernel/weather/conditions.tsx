import { clsx } from "clsx";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";

/** By the WMO's weather code; a code that is missing reads as the one before it, as on the server. */
const WORDS: readonly [code: number, words: string][] = [
  [0, t("Clear sky")],
  [1, t("Mainly clear")],
  [2, t("Partly cloudy")],
  [3, t("Overcast")],
  [45, t("Fog")],
  [48, t("Freezing fog")],
  [51, t("Light drizzle")],
  [53, t("Drizzle")],
  [55, t("Heavy drizzle")],
  [56, t("Light freezing drizzle")],
  [57, t("Freezing drizzle")],
  [61, t("Light rain")],
  [63, t("Rain")],
  [65, t("Heavy rain")],
  [66, t("Light freezing rain")],
  [67, t("Freezing rain")],
  [71, t("Light snow")],
  [73, t("Snow")],
  [75, t("Heavy snow")],
  [77, t("Snow grains")],
  [80, t("Light showers")],
  [81, t("Showers")],
  [82, t("Heavy showers")],
  [85, t("Light snow showers")],
  [86, t("Snow showers")],
  [95, t("Thunderstorm")],
  [96, t("Thunderstorm with hail")],
  [99, t("Thunderstorm with heavy hail")],
];

export const conditionWords = (code: number): string =>
  (WORDS.findLast(([known]) => known <= code) ?? WORDS[0]!)[1];

const SkyIcon = deferred(async () => (await import("./sky-icon.tsx")).SkyIcon);

type WeatherIconProps = {
  /** The WMO's weather code. */
  code: number;
  isDay?: boolean;
  size: number;
  className?: string;
};

/** Drawn beside its words, in a place that is there before it. */
export function WeatherIcon({ code, isDay = true, size, className }: WeatherIconProps) {
  return (
    <span className={clsx("inline-block shrink-0", className)} style={{ width: size, height: size }}>
      <SkyIcon code={code} isDay={isDay} size={size} />
    </span>
  );
}
