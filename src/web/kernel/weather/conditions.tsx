import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudMoonRain,
  CloudRain,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Snowflake,
  Sun,
} from "lucide-react";
import { t } from "../../lib/messages/t.ts";

type Condition = { words: string; icon: LucideIcon; atNight?: LucideIcon };

/** By the WMO's weather code; a code that is missing reads as the one before it, as on the server. */
const CONDITIONS: readonly [code: number, condition: Condition][] = [
  [0, { words: t("Clear sky"), icon: Sun, atNight: Moon }],
  [1, { words: t("Mainly clear"), icon: CloudSun, atNight: CloudMoon }],
  [2, { words: t("Partly cloudy"), icon: CloudSun, atNight: CloudMoon }],
  [3, { words: t("Overcast"), icon: Cloud }],
  [45, { words: t("Fog"), icon: CloudFog }],
  [48, { words: t("Freezing fog"), icon: CloudFog }],
  [51, { words: t("Light drizzle"), icon: CloudDrizzle }],
  [53, { words: t("Drizzle"), icon: CloudDrizzle }],
  [55, { words: t("Heavy drizzle"), icon: CloudDrizzle }],
  [56, { words: t("Light freezing drizzle"), icon: CloudDrizzle }],
  [57, { words: t("Freezing drizzle"), icon: CloudDrizzle }],
  [61, { words: t("Light rain"), icon: CloudRain }],
  [63, { words: t("Rain"), icon: CloudRain }],
  [65, { words: t("Heavy rain"), icon: CloudRainWind }],
  [66, { words: t("Light freezing rain"), icon: CloudHail }],
  [67, { words: t("Freezing rain"), icon: CloudHail }],
  [71, { words: t("Light snow"), icon: CloudSnow }],
  [73, { words: t("Snow"), icon: CloudSnow }],
  [75, { words: t("Heavy snow"), icon: Snowflake }],
  [77, { words: t("Snow grains"), icon: CloudSnow }],
  [80, { words: t("Light showers"), icon: CloudSunRain, atNight: CloudMoonRain }],
  [81, { words: t("Showers"), icon: CloudSunRain, atNight: CloudMoonRain }],
  [82, { words: t("Heavy showers"), icon: CloudRainWind }],
  [85, { words: t("Light snow showers"), icon: CloudSnow }],
  [86, { words: t("Snow showers"), icon: CloudSnow }],
  [95, { words: t("Thunderstorm"), icon: CloudLightning }],
  [96, { words: t("Thunderstorm with hail"), icon: CloudLightning }],
  [99, { words: t("Thunderstorm with heavy hail"), icon: CloudLightning }],
];

const conditionOf = (code: number): Condition =>
  (CONDITIONS.findLast(([known]) => known <= code) ?? CONDITIONS[0]!)[1];

export const conditionWords = (code: number): string => conditionOf(code).words;

type WeatherIconProps = {
  /** The WMO's weather code. */
  code: number;
  isDay?: boolean;
  size: number;
  className?: string;
};

/** Drawn beside its words. */
export function WeatherIcon({ code, isDay = true, size, className }: WeatherIconProps) {
  const { icon, atNight } = conditionOf(code);
  const Icon = isDay ? icon : (atNight ?? icon);
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" className={className} />;
}
