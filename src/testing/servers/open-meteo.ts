import type { ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "./small-internet.ts";
import { streamForever } from "./stream-forever.ts";

/** How it answers from now on; `well` as the real one does. */
export type SkyMood =
  | "well"
  | "error"
  | "never"
  | "html"
  | "endless"
  | "redirect"
  | "nonsense"
  | "half"
  | "busy";

export type Sky = LocalServer & {
  /** For the settings of a server that is to ask here. */
  env: { WEATHER: "on"; WEATHER_URL: string; WEATHER_PLACES_URL: string };
  mood: SkyMood;
  /** °C, at every place; the hours after it are a degree warmer each. */
  temperature: number;
  code: number;
  /** Where `redirect` leads. */
  elsewhere: string;
  /** What was asked for at each of the two addresses. */
  forecasts: () => URLSearchParams[];
  searches: () => string[];
};

type Town = {
  name: string;
  admin1?: string;
  country: string;
  latitude: number;
  longitude: number;
  timezone: string;
};

const TOWNS: Town[] = [
  town("New York", "New York", "United States", 40.71427, -74.00597, "America/New_York"),
  town("Oslo", "Oslo County", "Norway", 59.91273, 10.74609, "Europe/Oslo"),
  town("Springfield", "Missouri", "United States", 37.21533, -93.29824, "America/Chicago"),
  town("Springfield", "Massachusetts", "United States", 42.10148, -72.58981, "America/New_York"),
  town("Springfield", "Illinois", "United States", 39.80172, -89.64371, "America/Chicago"),
  town("Zürich", "Zurich", "Switzerland", 47.36667, 8.55, "Europe/Zurich"),
  town("Nuku'alofa", undefined, "Tonga", -21.13938, -175.2018, "Pacific/Tongatapu"),
];

function town(
  name: string,
  admin1: string | undefined,
  country: string,
  latitude: number,
  longitude: number,
  timezone: string,
): Town {
  return { name, ...(admin1 && { admin1 }), country, latitude, longitude, timezone };
}

const plain = (name: string) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A server of this machine that speaks as Open-Meteo's two do: forecast and geocoding, in its answers and in its errors. */
export async function startOpenMeteo(): Promise<Sky> {
  const server = await startLocalServer((request, response) => {
    const url = new URL(request.url!, "http://sky");
    if (sky.mood !== "well") return fail(response, sky);
    if (url.pathname === "/v1/search") return json(response, searchAnswer(url.searchParams));
    if (url.pathname === "/v1/forecast") return answerForecast(response, url.searchParams, sky);
    json(response, { error: true, reason: "Not Found" }, 404);
  });
  const asked = (path: string) =>
    server.asked
      .map(({ url }) => new URL(url!, "http://sky"))
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => searchParams);
  const sky: Sky = {
    ...server,
    env: {
      WEATHER: "on",
      WEATHER_URL: `http://127.0.0.1:${server.port}/v1/forecast`,
      WEATHER_PLACES_URL: `http://127.0.0.1:${server.port}/v1/search`,
    },
    mood: "well",
    temperature: 8.4,
    code: 61,
    elsewhere: "",
    forecasts: () => asked("/v1/forecast"),
    searches: () => asked("/v1/search").map((params) => params.get("name")!),
  };
  return sky;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, { mood, elsewhere }: Sky): void {
  if (mood === "never") return;
  if (mood === "error") return json(response, { error: true, reason: "Internal error" }, 500);
  if (mood === "busy")
    return json(response, { error: true, reason: "Minutely API request limit exceeded." }, 429);
  if (mood === "redirect") return void response.writeHead(302, { location: elsewhere }).end();
  if (mood === "html")
    return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
  if (mood === "half") {
    response.writeHead(200, { "content-length": 1000 });
    return void response.write('{"latitude":', () => response.destroy());
  }
  if (mood === "endless") return streamForever(response);
  const column = (value: unknown) => Array.from({ length: 48 }, () => value);
  json(response, {
    timezone: "Mars/Base",
    utc_offset_seconds: 1e12,
    current: { temperature_2m: 4000, weather_code: "sunny", is_day: 7, relative_humidity_2m: -5 },
    hourly: { time: column(0), temperature_2m: [null], weather_code: column(-1) },
    daily: {},
    results: [{ name: 5, latitude: 900, longitude: "x" }],
  });
}

function searchAnswer(params: URLSearchParams): object {
  const wanted = plain(params.get("name") ?? "");
  const results = TOWNS.filter(({ name }) => wanted.length > 1 && plain(name).startsWith(wanted));
  const generationtime_ms = 0.5;
  if (results.length === 0) return { generationtime_ms };
  return { results: results.map((found, id) => ({ id, elevation: 10, ...found })), generationtime_ms };
}

const HOUR = 3600;

function answerForecast(response: ServerResponse, params: URLSearchParams, sky: Sky): void {
  const [latitude, longitude] = [Number(params.get("latitude")), Number(params.get("longitude"))];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    return json(response, { error: true, reason: "Latitude must be in range of -90 to 90°." }, 400);
  const near = TOWNS.find(
    (one) => Math.abs(one.latitude - latitude) < 0.1 && Math.abs(one.longitude - longitude) < 0.1,
  );
  json(response, forecastAt(near?.timezone ?? "GMT", { latitude, longitude }, params, sky));
}

function forecastAt(timezone: string, point: object, params: URLSearchParams, sky: Sky): object {
  const now = Math.floor(Date.now() / 1000);
  const offset = offsetOf(timezone);
  const midnight = Math.floor((now + offset) / (24 * HOUR)) * 24 * HOUR - offset;
  const hours = Array.from({ length: Number(params.get("forecast_hours")) }, (_, at) => at);
  const days = Array.from({ length: Number(params.get("forecast_days")) }, (_, at) => at);
  const firstHour = now - (now % HOUR);
  return {
    ...point,
    generationtime_ms: 0.1,
    utc_offset_seconds: offset,
    timezone,
    elevation: 51,
    current: {
      time: now - (now % 900),
      interval: 900,
      temperature_2m: sky.temperature,
      apparent_temperature: sky.temperature - 2.5,
      relative_humidity_2m: 71,
      is_day: 1,
      weather_code: sky.code,
      wind_speed_10m: 16.1,
    },
    hourly: {
      time: hours.map((at) => firstHour + at * HOUR),
      temperature_2m: hours.map((at) => sky.temperature + at),
      weather_code: hours.map(() => sky.code),
      is_day: hours.map((at) => (at % 24 < 12 ? 1 : 0)),
      precipitation_probability: hours.map((at) => (at < 40 ? at : null)),
    },
    daily: {
      time: days.map((at) => midnight + at * 24 * HOUR),
      weather_code: days.map((at) => [sky.code, 0, 3, 71, 95, 45, 80][at % 7]),
      temperature_2m_max: days.map((at) => sky.temperature + 3 + at),
      temperature_2m_min: days.map((at) => sky.temperature - 4 - at),
      precipitation_probability_max: days.map((at) => at * 10),
    },
  };
}

/** Seconds that a zone's clock is ahead now. */
function offsetOf(timeZone: string): number {
  const words = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")!.value;
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(words) ?? [];
  return (Number(hours) * HOUR + Number(minutes) * 60) * (sign === "-" ? -1 : 1);
}
