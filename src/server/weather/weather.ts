import type pg from "pg";
import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Weather, WeatherPlace } from "#contract/weather.ts";
import { clockOf } from "#language/time-zone.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import type { Egress } from "../platform/egress/egress.ts";
import type { Logger } from "../platform/log.ts";
import { keyedLimiter } from "../platform/turns.ts";
import { conditionOf } from "./conditions.ts";
import { askForecast, askPlaces, type Forecast, type Point, WeatherFault } from "./open-meteo.ts";
import { type Shared, SharedAnswers } from "../platform/shared-answers.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After a failure. Short, because somebody may be pressing Retry. */
const PAUSE_MS = 10_000;
/** Of questions that go out; what is known already costs nothing. */
const PER_ACCOUNT: Limit = { max: 120, windowMinutes: 15 };
const AT_ONCE = 8;
const MOST_SHOWN_PLACES = 10;
const KM_OF_MILE = 1.609344;

export type WeatherService = ReturnType<typeof createWeather>;

type Wanted = {
  city: string;
  units: Weather["units"];
  place?: (Point & { name: string }) | undefined;
};
type Place = Point & Pick<WeatherPlace, "name" | "region" | "country">;

/** The weather as the whole installation knows it: asked of Open-Meteo once for all accounts. */
export function createWeather(services: Questions & { config: Config }) {
  const { isOn, forecastUrl, placesUrl } = services.config.weather;
  const { egress } = services;
  const shared = { pauseMs: PAUSE_MS, isAway: (error: unknown) => isFault(error) && error.kind === "away" };
  const forecasts = new SharedAnswers<Forecast>({ ...shared, freshMs: 15 * MINUTE, keptMs: DAY, most: 500 });
  const found = new SharedAnswers<WeatherPlace[]>({ ...shared, freshMs: DAY, keptMs: 30 * DAY, most: 300 });
  const read = readInTurn(services, isOn);

  async function placesNamed(userId: string, name: string): Promise<WeatherPlace[]> {
    const ask = () => askPlaces(egress, placesUrl, name);
    return (await read(userId, found, { key: fold(name), ask })).value;
  }

  return {
    /** @throws Failure SWITCHED_OFF, SERVICE_FAILED, RATE_LIMITED, NOT_FOUND where no place has the name */
    async get(userId: string, { city, units, place: given }: Wanted): Promise<Weather> {
      const place = given
        ? { ...given, region: null, country: null }
        : await findPlace(city, (name) => placesNamed(userId, name));
      const point = { latitude: roughly(place.latitude), longitude: roughly(place.longitude) };
      const key = `${point.latitude},${point.longitude}`;
      const ask = () => askForecast(egress, forecastUrl, point);
      return toWeather(place, units, await read(userId, forecasts, { key, ask }));
    },

    /** @throws Failure SWITCHED_OFF, SERVICE_FAILED, RATE_LIMITED */
    async places(userId: string, query: string): Promise<WeatherPlace[]> {
      return (await placesNamed(userId, query)).slice(0, MOST_SHOWN_PLACES);
    },
  };
}

type Questions = { egress: Egress; log: Logger; pool: pg.Pool };

/** Asks for a few answers at a time; what fails is told as the specification words it. */
function readInTurn({ log, pool }: Questions, isOn: boolean) {
  const inTurn = keyedLimiter(AT_ONCE);
  const tell = (error: unknown): never => {
    log.warn({ err: error }, "the weather could not be asked for");
    throw error;
  };
  return async <Value>(
    userId: string,
    answers: SharedAnswers<Value>,
    { key, ask }: { key: string; ask: () => Promise<Value> },
  ): Promise<Shared<Value>> => {
    if (!isOn) throw new Failure("SWITCHED_OFF", "Weather is turned off on this server.");
    try {
      return await answers.read({
        key,
        ask: () => inTurn("weather", ask).catch(tell),
        mayAsk: () => consumeAttempt(pool, `weather:${userId}`, PER_ACCOUNT),
      });
    } catch (error) {
      throw isFault(error) ? toFailure(error) : error;
    }
  };
}

/** By its name, or by what tells it from others of that name: "Springfield, Illinois". */
async function findPlace(city: string, named: (name: string) => Promise<WeatherPlace[]>): Promise<Place> {
  const [name = "", ...further] = city.split(",").map((part) => part.trim());
  const wanted = further.filter(Boolean).map(fold);
  const place = (name ? await named(name) : []).find(({ region, country }) =>
    wanted.every((part) => [region, country].some((word) => word !== null && fold(word) === part)),
  );
  if (!place) throw new Failure("NOT_FOUND", "Failed to fetch weather: no place has this name");
  return place;
}

const isFault = (error: unknown): error is WeatherFault => error instanceof WeatherFault;

const WORDS: Record<WeatherFault["kind"], (message: string) => string> = {
  away: () => "Failed to connect to weather service",
  invalid: () => "Invalid weather data received",
  failed: (message) => `Failed to fetch weather: ${message}`,
};

const toFailure = ({ kind, message }: WeatherFault) =>
  new Failure("SERVICE_FAILED", WORDS[kind](message), { reason: kind });

const fold = (name: string) => folded(name).trim();

/** To about a kilometer: nobody need know the house, and neighbors share an answer. Never -0. */
const roughly = (degrees: number) => Math.round(degrees * 100) / 100 + 0;

const tenth = (value: number) => Math.round(value * 10) / 10 + 0;

function toWeather(
  { name, region, country }: Place,
  units: Weather["units"],
  { value: { now, timeZone, ...next }, at, isStale }: Shared<Forecast>,
): Weather {
  const isMetric = units === "metric";
  const warm = (celsius: number) => tenth(isMetric ? celsius : celsius * 1.8 + 32);
  return {
    temperature: warm(now.temperature),
    city: name,
    condition: conditionOf(now.icon),
    icon: now.icon,
    region,
    country,
    isDay: now.isDay,
    feelsLike: warm(now.feelsLike),
    humidity: now.humidity,
    wind: tenth(isMetric ? now.wind : now.wind / KM_OF_MILE),
    ...fromNow({ ...next, timeZone }, warm),
    timeZone,
    units,
    fetchedAt: new Date(at).toISOString(),
    isStale,
    attribution: "Open-Meteo",
  };
}

/** What is over since the service was asked is left out. */
function fromNow(
  { hours, days, timeZone }: Pick<Forecast, "hours" | "days" | "timeZone">,
  warm: (celsius: number) => number,
): Pick<Weather, "hours" | "days"> {
  const now = Date.now();
  const clock = (instant: number) => clockOf(new Date(instant), timeZone).toISOString();
  const today = clock(now).slice(0, 10);
  return {
    hours: hours
      .filter(({ time }) => time + HOUR > now)
      .slice(0, 24)
      .map(({ time, temperature, ...hour }) => ({
        at: new Date(time).toISOString(),
        localTime: clock(time).slice(0, 16),
        temperature: warm(temperature),
        ...hour,
      })),
    days: days
      .filter(({ date }) => date >= today)
      .slice(0, 7)
      .map(({ high, low, ...day }) => ({ high: warm(high), low: warm(low), ...day })),
  };
}
