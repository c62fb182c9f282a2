import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startLocalServer } from "#testing/servers/small-internet.ts";
import { type Sky, type SkyMood, startOpenMeteo } from "#testing/servers/open-meteo.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let sky: Sky;
let app: TestApp;
let ann: SignedInVisitor;

/** A server that knows nothing yet: what one test has asked, the next would not ask again. */
async function start(env: Record<string, string> = {}) {
  await app?.close();
  app = await startTestApp({ ...sky.env, ...env });
  ann = await app.aUser("Ann");
}

beforeAll(async () => {
  sky = await startOpenMeteo();
  await start();
});
afterEach(() => {
  vi.useRealTimers();
  sky.mood = "well";
  sky.asked.length = 0;
});
afterAll(async () => {
  await app.close();
  sky.close();
});

const fails = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message && { message }) });
/** Of the server's clock alone, which runs in this process. */
const later = (minutes: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });

describe("the weather of a city", () => {
  test("has what the specification names, and the next hours and days", async () => {
    const weather = await ann.client.weather.get({ city: "  Oslo " });
    expect(weather).toEqual({
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
      hours: expect.any(Array),
      days: expect.any(Array),
      timeZone: "Europe/Oslo",
      units: "metric",
      fetchedAt: expect.any(String),
      isStale: false,
      attribution: "Open-Meteo",
    });
    const { hours, days } = weather;
    expect([hours.length, days.length]).toEqual([24, 7]);
    expect(hours.map(({ temperature }) => temperature)).toEqual(
      Array.from({ length: 24 }, (_, at) => Math.round((8.4 + at) * 10) / 10),
    );
    expect(Date.now() - Date.parse(hours[0]!.at)).toBeLessThan(3_600_000);
    const oslo = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Oslo",
      dateStyle: "short",
      timeStyle: "short",
    });
    expect(hours.map(({ localTime }) => localTime)).toEqual(
      hours.map(({ at }) => oslo.format(new Date(at)).replace(" ", "T")),
    );
    expect(days[0]).toEqual({
      date: oslo.format(new Date()).slice(0, 10),
      high: 11.4,
      low: 4.4,
      icon: 61,
      precipitationChance: 0,
    });
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  });

  test("comes through the door of REST with the body of the specification", async () => {
    const response = await ann.request("/api/weather-api", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ city: "New York", units: "imperial" }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      temperature: 47.1,
      feelsLike: 42.6,
      wind: 10,
      city: "New York",
      condition: "Light rain",
      icon: 61,
      units: "imperial",
    });
  });

  test("is asked of the service once for everyone, in both units, for a quarter of an hour", async () => {
    await start();
    const bob = await app.aUser("Bob");
    const [one, other, warm] = await Promise.all([
      ann.client.weather.get({ city: "Zürich" }),
      bob.client.weather.get({ city: "zurich" }),
      bob.client.weather.get({ city: "ZÜRICH", units: "imperial" }),
    ]);
    expect([one.temperature, other.temperature, warm.temperature]).toEqual([8.4, 8.4, 47.1]);
    later(14);
    await ann.client.weather.get({ city: "Zürich" });
    expect([sky.searches().length, sky.forecasts().length]).toEqual([1, 1]);
    later(16);
    await ann.client.weather.get({ city: "Zürich" });
    expect([sky.searches().length, sky.forecasts().length]).toEqual([1, 2]);
  });

  test("is that of the place meant, where several have its name", async () => {
    const zoneOf = async (city: string) => (await ann.client.weather.get({ city })).timeZone;
    expect(await zoneOf("Springfield")).toBe("America/Chicago");
    expect(await zoneOf("Springfield, Massachusetts")).toBe("America/New_York");
    expect(await zoneOf("springfield, united states, illinois")).toBe("America/Chicago");
    const place = { name: "Springfield", latitude: 42.10148, longitude: -72.58981 };
    sky.asked.length = 0;
    expect(await ann.client.weather.get({ city: "Springfield", place })).toMatchObject({
      city: "Springfield",
      timeZone: "America/New_York",
    });
    expect(sky.searches()).toEqual([]);
  });

  test("tells the service the place to a kilometer, and nothing of the person", async () => {
    await start();
    await ann.client.weather.get({ city: "Nuku'alofa" });
    const [params] = sky.forecasts();
    expect([params!.get("latitude"), params!.get("longitude")]).toEqual(["-21.14", "-175.2"]);
    for (const { headers } of sky.asked)
      expect(Object.keys(headers).toSorted()).toEqual(["accept", "connection", "host", "user-agent"]);
  });

  test("is refused for no city, units or place that there is, and for nobody", async () => {
    const { get } = ann.client.weather;
    const place = { latitude: 91, longitude: 0, name: "x" };
    for (const input of [
      { city: "   " },
      { city: "x".repeat(201) },
      { city: "Oslo", units: "kelvin" as "metric" },
      { city: "Oslo", place },
    ])
      await expect(get(input)).rejects.toEqual(fails("INVALID_INPUT"));
    await expect(get({ city: "Atlantis" })).rejects.toEqual(
      fails("NOT_FOUND", "Failed to fetch weather: no place has this name"),
    );
    for (const city of ["Oslo, Sweden", ", Norway"])
      await expect(get({ city })).rejects.toEqual(fails("NOT_FOUND"));
    await expect(app.visitor().client.weather.get({ city: "Oslo" })).rejects.toEqual(
      fails("UNAUTHENTICATED"),
    );
    await expect(app.visitor().client.weather.places({ query: "Oslo" })).rejects.toEqual(
      fails("UNAUTHENTICATED"),
    );
  });
});

test("places are found by the beginning of their name, with what tells them apart", async () => {
  const { places } = await ann.client.weather.places({ query: "springf" });
  expect(places).toEqual(
    [
      ["Missouri", 37.21533, -93.29824],
      ["Massachusetts", 42.10148, -72.58981],
      ["Illinois", 39.80172, -89.64371],
    ].map(([region, latitude, longitude]) => ({
      name: "Springfield",
      region,
      country: "United States",
      label: `Springfield, ${region}, United States`,
      latitude,
      longitude,
    })),
  );
  expect(await ann.client.weather.places({ query: "nuku" })).toMatchObject({
    places: [{ name: "Nuku'alofa", region: null, label: "Nuku'alofa, Tonga" }],
  });
  expect(await ann.client.weather.places({ query: "q" })).toEqual({ places: [] });
  await expect(ann.client.weather.places({ query: " " })).rejects.toEqual(fails("INVALID_INPUT"));
});

const AWAY = "Failed to connect to weather service";
const INVALID = "Invalid weather data received";
const FAILURES: [SkyMood, reason: string, message: string][] = [
  ["half", "away", AWAY],
  ["html", "invalid", INVALID],
  ["nonsense", "invalid", INVALID],
  ["error", "failed", "Failed to fetch weather: the weather service answered with status 500"],
  ["busy", "failed", "Failed to fetch weather: the weather service answered with status 429"],
  ["endless", "failed", "Failed to fetch weather: the weather service's answer is too large"],
  ["redirect", "failed", "Failed to fetch weather: the weather service redirects to another address"],
];

describe.each(FAILURES)("a service that answers: %s", (mood, reason, message) => {
  test("is told in the specification's words, then the last known weather is shown for a day", async () => {
    await start();
    const inside = await startLocalServer((_, response) => response.end("{}"));
    sky.elsewhere = `http://127.0.0.1:${inside.port}/v1/forecast`;
    sky.mood = mood;
    const place = { name: "Oslo", latitude: 59.91, longitude: 10.75 };
    const { get } = ann.client.weather;
    const refused = { code: "SERVICE_FAILED", status: 424, message, data: { reason } };
    await expect(get({ city: "Oslo" })).rejects.toMatchObject(refused);
    await expect(get({ city: "Oslo", place })).rejects.toMatchObject(refused);
    // What failed a moment ago is not asked for again.
    const asked = sky.asked.length;
    await expect(get({ city: "Oslo", place })).rejects.toMatchObject(refused);
    expect(sky.asked.length).toBe(asked);
    expect(inside.asked).toEqual([]);
    inside.close();

    sky.mood = "well";
    later(1);
    const known = await get({ city: "Oslo", place });
    expect(known).toMatchObject({ temperature: 8.4, isStale: false });
    sky.mood = mood;
    later(60);
    const { isStale, fetchedAt, temperature, hours, days } = await get({ city: "Oslo", place });
    expect({ isStale, fetchedAt, temperature }).toEqual({
      isStale: true,
      fetchedAt: known.fetchedAt,
      temperature: 8.4,
    });
    // The hour that is over has gone, and there are as many as ever.
    expect([hours.length, days.length]).toEqual([24, 7]);
    expect(hours[0]!.at).toBe(known.hours[1]!.at);
    later(24 * 60);
    await expect(get({ city: "Oslo", place })).rejects.toMatchObject(refused);
  }, 60_000);
});

test("a service that never answers is given up on after some seconds, and the last known weather shown", async () => {
  await start();
  const { get } = ann.client.weather;
  const { fetchedAt } = await get({ city: "Oslo" });
  sky.mood = "never";
  later(20);
  expect(await get({ city: "Oslo" })).toMatchObject({ isStale: true, fetchedAt, temperature: 8.4 });
  const place = { name: "Zürich", latitude: 47.37, longitude: 8.55 };
  await expect(get({ city: "Zürich", place })).rejects.toEqual(fails("SERVICE_FAILED", AWAY));
}, 60_000);

test("a service that can't be reached is left alone for some seconds, whatever the place", async () => {
  const gone = await startLocalServer(() => {});
  gone.close();
  const address = `http://127.0.0.1:${gone.port}/v1/`;
  await start({ WEATHER_URL: `${address}forecast`, WEATHER_PLACES_URL: sky.env.WEATHER_PLACES_URL });
  for (const city of ["Oslo", "Zürich"])
    await expect(ann.client.weather.get({ city })).rejects.toEqual(fails("SERVICE_FAILED", AWAY));
  expect(sky.searches()).toEqual(["Oslo", "Zürich"]);
});

test("an account that asks for place after place is refused, and nobody else", async () => {
  await start();
  const bob = await app.aUser("Bob");
  const codes: string[] = [];
  for (let at = 0; at < 130; at++)
    codes.push(
      await ann.client.weather.get({ city: "x", place: { name: "x", latitude: at / 2, longitude: 0 } }).then(
        () => "answered",
        (error: { code: string }) => error.code,
      ),
    );
  expect(codes).toEqual([...Array(120).fill("answered"), ...Array(10).fill("RATE_LIMITED")]);
  // What is known costs nothing.
  expect(
    await ann.client.weather.get({ city: "x", place: { name: "x", latitude: 5, longitude: 0 } }),
  ).toMatchObject({
    isStale: false,
  });
  expect(await bob.client.weather.get({ city: "Oslo" })).toMatchObject({ city: "Oslo" });
}, 60_000);

test("an operator turns it off, and nothing is asked", async () => {
  await start({ WEATHER: "off" });
  const off = fails("SWITCHED_OFF", "Weather is turned off on this server.");
  await expect(ann.client.weather.get({ city: "Oslo" })).rejects.toEqual(off);
  await expect(ann.client.weather.places({ query: "Oslo" })).rejects.toEqual(off);
  expect(sky.asked).toEqual([]);
});

test("a key in the operator's address goes with every question", async () => {
  await start({ WEATHER_URL: `${sky.env.WEATHER_URL}?apikey=k1` });
  await ann.client.weather.get({ city: "Oslo" });
  expect(sky.forecasts()[0]!.get("apikey")).toBe("k1");
});
