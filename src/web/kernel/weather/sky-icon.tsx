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
  Moon,
  Snowflake,
  Sun,
  type LucideIcon,
} from "lucide-react";

/** By the WMO's weather code; a code that is missing reads as the one before it. */
const ICONS: readonly [code: number, icon: LucideIcon, atNight?: LucideIcon][] = [
  [0, Sun, Moon],
  [1, CloudSun, CloudMoon],
  [3, Cloud],
  [45, CloudFog],
  [51, CloudDrizzle],
  [61, CloudRain],
  [65, CloudRainWind],
  [66, CloudHail],
  [71, CloudSnow],
  [75, Snowflake],
  [77, CloudSnow],
  [80, CloudSunRain, CloudMoonRain],
  [82, CloudRainWind],
  [85, CloudSnow],
  [95, CloudLightning],
];

type SkyIconProps = { code: number; isDay: boolean; size: number };

/** In a file of its own: these icons are drawn nowhere else. */
export function SkyIcon({ code, isDay, size }: SkyIconProps) {
  const [, icon, atNight] = ICONS.findLast(([known]) => known <= code) ?? ICONS[0]!;
  const Icon = isDay ? icon : (atNight ?? icon);
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}
