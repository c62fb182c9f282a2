import type { Weather } from "#contract/weather.ts";

const CODES = [61, 63, 80, 3, 2, 1, 0];

/** For previews, which ask nobody. From an hour that does not change, so that they look the same at any time. */
export const SAMPLE_WEATHER: Weather = {
  temperature: 8.4,
  city: "Oslo",
  condition: "Light rain",
  icon: 61,
  region: "Oslo County",
  country: "Norway",
  isDay: true,
  feelsLike: 5.9,
  humidity: 71,
  wind: 16.1,
  hours: Array.from({ length: 24 }, (_, at) => ({
    at: new Date(Date.UTC(2026, 10, 26, 14 + at)).toISOString(),
    localTime: new Date(Date.UTC(2026, 10, 26, 15 + at)).toISOString().slice(0, 16),
    temperature: 8 - Math.abs(12 - at) / 2,
    icon: CODES[at % 7]!,
    isDay: at < 2 || at > 17,
    precipitationChance: (24 - at) * 3,
  })),
  days: Array.from({ length: 7 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 10, 26 + at)).toISOString().slice(0, 10),
    high: 10 - at,
    low: 3 - at * 2,
    icon: CODES[at]!,
    precipitationChance: 60 - at * 10,
  })),
  timeZone: "Europe/Oslo",
  units: "metric",
  fetchedAt: "2026-11-26T14:05:00.000Z",
  isStale: false,
  attribution: "Open-Meteo",
};
