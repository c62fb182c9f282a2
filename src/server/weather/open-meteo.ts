import { z } from "zod";
import { isTimeZone } from "#contract/shared/time-zone.ts";
import type { WeatherPlace } from "#contract/weather.ts";
import { EgressError } from "../platform/egress/egress-error.ts";
import type { Egress } from "../platform/egress/egress.ts";

const TIMEOUT_MS = 6_000;
/** A forecast of eight days has 8 KB, fifty places 25 KB. */
const MOST_BYTES = 200_000;
const MOST_PLACES = 50;

/**
 * Why there is no answer of the weather service:
 * - `away`: it could not be reached, or fell silent
 * - `invalid`: what came is no weather
 * - `failed`: it said so itself, or more came than is read
 */
export class WeatherFault extends Error {
  readonly kind: "away" | "invalid" | "failed";

  constructor(kind: "away" | "invalid" | "failed", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export type Point = { latitude: number; longitude: number };

const Temperature = z.number().min(-120).max(80);
const Percent = z.number().min(0).max(100).transform(Math.round);
const Code = z.int().min(0).max(99);
/** Seconds since 1970. */
const Time = z.int().min(1_000_000_000).max(9_999_999_999);
const YesOrNo = z.union([z.literal(0), z.literal(1)]).transform((digit) => digit === 1);

/** A column for each value, as the service writes them. */
const Hourly = z.object({
  time: z.array(Time).min(24),
  temperature_2m: z.array(Temperature),
  weather_code: z.array(Code),
  is_day: z.array(YesOrNo),
  precipitation_probability: z.array(Percent.nullable()),
});
const Daily = z.object({
  time: z.array(Time).min(7),
  weather_code: z.array(Code),
  temperature_2m_max: z.array(Temperature),
  temperature_2m_min: z.array(Temperature),
  precipitation_probability_max: z.array(Percent.nullable()),
});
const isEven = (columns: object) => {
  const [first, ...others] = Object.values(columns) as unknown[][];
  return others.every(({ length }) => length === first!.length);
};
const ForecastAnswer = z.object({
  timezone: z.string().max(64).refine(isTimeZone),
  utc_offset_seconds: z.int().min(-86_400).max(86_400),
  current: z.object({
    temperature_2m: Temperature,
    apparent_temperature: Temperature,
    relative_humidity_2m: Percent,
    is_day: YesOrNo,
    weather_code: Code,
    wind_speed_10m: z.number().min(0).max(600),
  }),
  hourly: Hourly.refine(isEven),
  daily: Daily.refine(isEven),
});

/** In °C and km/h. */
export type Forecast = ReturnType<typeof toForecast>;

const toForecast = ({ timezone, utc_offset_seconds: offset, current, hourly, daily }: ForecastAnswer) => ({
  timeZone: timezone,
  now: {
    temperature: current.temperature_2m,
    feelsLike: current.apparent_temperature,
    humidity: current.relative_humidity_2m,
    wind: current.wind_speed_10m,
    icon: current.weather_code,
    isDay: current.is_day,
  },
  hours: hourly.time.map((time, at) => ({
    time: time * 1000,
    temperature: hourly.temperature_2m[at]!,
    icon: hourly.weather_code[at]!,
    isDay: hourly.is_day[at]!,
    precipitationChance: hourly.precipitation_probability[at]!,
  })),
  days: daily.time.map((time, at) => ({
    // The day begins where the place is; written there it is its own date.
    date: new Date((time + offset) * 1000).toISOString().slice(0, 10),
    high: daily.temperature_2m_max[at]!,
    low: daily.temperature_2m_min[at]!,
    icon: daily.weather_code[at]!,
    precipitationChance: daily.precipitation_probability_max[at]!,
  })),
});
type ForecastAnswer = z.infer<typeof ForecastAnswer>;

/** @throws WeatherFault */
export async function askForecast(
  egress: Egress,
  url: URL,
  { latitude, longitude }: Point,
): Promise<Forecast> {
  const answer = await ask(egress, url, {
    latitude: String(latitude),
    longitude: String(longitude),
    current: "temperature_2m,apparent_temperature,relative_humidity_2m,is_day,weather_code,wind_speed_10m",
    hourly: "temperature_2m,weather_code,is_day,precipitation_probability",
    daily: "weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max",
    timezone: "auto",
    timeformat: "unixtime",
    // More than is shown: the last known forecast is shown for a day.
    forecast_hours: "48",
    forecast_days: "9",
  });
  return toForecast(valid(ForecastAnswer, answer));
}

const Word = z.string().min(1).max(200);
const PlacesAnswer = z.object({
  // Left out when there are none.
  results: z
    .array(
      z.object({
        name: Word,
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        admin1: Word.optional(),
        country: Word.optional(),
      }),
    )
    .max(MOST_PLACES)
    .default([]),
});

/** @throws WeatherFault */
export async function askPlaces(egress: Egress, url: URL, name: string): Promise<WeatherPlace[]> {
  const answer = await ask(egress, url, { name, count: String(MOST_PLACES), language: "en", format: "json" });
  return valid(PlacesAnswer, answer).results.map(({ admin1, country, ...place }) => ({
    ...place,
    region: admin1 ?? null,
    country: country ?? null,
    label: [place.name, admin1, country].filter(Boolean).join(", "),
  }));
}

async function ask(egress: Egress, base: URL, given: Record<string, string>): Promise<unknown> {
  const url = new URL(base);
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
  const answer = await egress
    .request({
      url: url.href,
      source: "operator",
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      idleMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    })
    .catch((error: unknown) => {
      throw error instanceof EgressError ? faultOf(error) : error;
    });
  if (answer.status !== 200)
    throw new WeatherFault("failed", `the weather service answered with status ${answer.status}`);
  try {
    return JSON.parse(answer.body.toString());
  } catch (error) {
    throw new WeatherFault("invalid", "the answer is no JSON", { cause: error });
  }
}

/** In words of our own: those of the error are for the operator, whose network they tell of. */
function faultOf(error: EgressError): WeatherFault {
  if (error.kind === "too-large")
    return new WeatherFault("failed", "the weather service's answer is too large", { cause: error });
  if (error.kind === "redirect")
    return new WeatherFault("failed", "the weather service redirects to another address", { cause: error });
  return new WeatherFault("away", "the weather service could not be reached", { cause: error });
}

function valid<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(answer);
  if (error) throw new WeatherFault("invalid", "the answer is no weather", { cause: error });
  return data;
}
