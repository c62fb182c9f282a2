import { z } from "zod";
import { declares, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

const CITY_MAX = 200;

const City = text(CITY_MAX).pipe(z.string().trim().min(1, "A city"));
const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

const WeatherPlace = z
  .object({
    name: z.string(),
    region: z.string().nullable().describe("State, province or county"),
    country: z.string().nullable(),
    label: z
      .string()
      .describe(
        "Name, region and country in one line; as a city it finds this place again, if it is the only one",
      ),
    latitude: Latitude,
    longitude: Longitude,
  })
  .describe("A place that weather can be asked of");
export type WeatherPlace = z.infer<typeof WeatherPlace>;

const Icon = z.int().min(0).max(99).describe("Weather code of the WMO: 0 is clear, 61 light rain");
const Chance = z.int().min(0).max(100).nullable().describe("Of rain or snow, in percent");
const Temperature = z.number().describe("°C or °F");

const WeatherHour = z.object({
  at: Instant,
  localTime: z.string().describe("YYYY-MM-DDTHH:MM of the place's clock"),
  temperature: Temperature,
  icon: Icon,
  isDay: z.boolean(),
  precipitationChance: Chance,
});

const WeatherDay = z.object({
  date: z.iso.date().describe("Of the place's calendar"),
  high: Temperature,
  low: Temperature,
  icon: Icon,
  precipitationChance: Chance,
});

export const Weather = z
  .object({
    temperature: Temperature,
    city: z.string().describe("The name of the place that was found"),
    condition: z.string().describe("The weather code in English words"),
    icon: Icon,
    region: z.string().nullable(),
    country: z.string().nullable(),
    isDay: z.boolean(),
    feelsLike: Temperature,
    humidity: z.number().describe("Percent"),
    wind: z.number().describe("km/h or mph"),
    hours: z.array(WeatherHour).describe("The next 24, the current one first"),
    days: z.array(WeatherDay).describe("Seven, today first"),
    timeZone: z.string().describe("Of the place"),
    units: z.enum(["metric", "imperial"]),
    fetchedAt: Instant.describe("When the weather service was asked"),
    isStale: z.boolean().describe("The service could not be asked again since: the last known values"),
    attribution: z.literal("Open-Meteo"),
  })
  .describe("The weather of a place now, with its next hours and days");
export type Weather = z.infer<typeof Weather>;

const operations = {
  get: signedIn
    .errors(declares("SERVICE_FAILED", "SWITCHED_OFF"))
    .route({
      method: "POST",
      path: "/weather-api",
      summary: "The weather of a city, as the server has it from Open-Meteo",
      description:
        "Answers are shared by all accounts and up to 15 minutes old. When the weather service fails, the last known weather of up to a day ago is answered with isStale, else SERVICE_FAILED.",
    })
    .input(
      z.object({
        city: City.describe("'Springfield, Illinois' tells it from others of its name"),
        units: z.enum(["metric", "imperial"]).default("metric"),
        place: z
          .object({ latitude: Latitude, longitude: Longitude, name: City })
          .optional()
          .describe("Where the city is, when it was chosen among several; nothing is looked up then"),
      }),
    )
    .output(Weather),

  places: signedIn
    .errors(declares("SERVICE_FAILED", "SWITCHED_OFF"))
    .route({ method: "GET", path: "/weather/places", summary: "Find places by the beginning of their name" })
    .input(z.object({ query: City }))
    .output(z.object({ places: z.array(WeatherPlace).describe("Ten at most, the best known first") })),
};

export const weatherNoun = defineNoun({ operations });
