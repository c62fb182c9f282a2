import { useQuery } from "@tanstack/react-query";
import type { Weather } from "#contract/weather.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorCode, errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { useWeatherChoice, type WeatherChoice } from "./weather-choice.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** As long as the server's own answers are. */
const FRESH_MS = 15 * MINUTE;

export type WeatherState = {
  choice: WeatherChoice | undefined;
  /** The last known one too, of up to a day ago. */
  weather: Weather | null;
  /** It is not of now: without a connection, or because the service can't be asked. */
  isOld: boolean;
  /** Why there is none, in words; null while it is on its way. */
  failure: string | null;
  /** Absent where asking again would not help. */
  retry?: () => void;
};

/** How old it was when it came: what this device has kept may be of another day. */
const withAge = (weather: Weather) => ({ weather, age: Date.now() - Date.parse(weather.fetchedAt) });

/** The weather of the chosen place: for the dashboard's widget, and beside the greeting. One question, however many ask. */
export function useWeather(): WeatherState {
  const choice = useWeatherChoice();
  const { city = "", units, place } = choice ?? {};
  const { data, error, refetch } = useQuery({
    ...api.weather.get.queryOptions({
      input: {
        city: city.trim(),
        units: units === "fahrenheit" ? "imperial" : "metric",
        ...(place && {
          place: { name: place.name, latitude: place.latitude, longitude: place.longitude },
        }),
      },
      enabled: Boolean(choice?.isOn) && city.trim() !== "",
      staleTime: FRESH_MS,
    }),
    refetchInterval: FRESH_MS,
    select: withAge,
  });
  const isKnown = data !== undefined && data.age < DAY;
  const isLost = error !== null || (data !== undefined && !isKnown);
  const isFinal = errorCode(error) === "SWITCHED_OFF" || errorCode(error) === "NOT_FOUND";
  return {
    choice,
    weather: isKnown && errorCode(error) !== "SWITCHED_OFF" ? data.weather : null,
    isOld: isKnown && (data.weather.isStale || error !== null || data.age > HOUR),
    failure: isLost ? failureWords(error) : null,
    ...(!isFinal && { retry: () => void refetch() }),
  };
}

/** The service's failures in the specification's words; without a connection, why nothing was asked. */
function failureWords(error: unknown): string {
  const code = errorCode(error);
  if (code === "SWITCHED_OFF") return t("Weather is turned off on this server.");
  if (code === "NOT_FOUND") return t("No place has this name. Choose another one.");
  if (isUnreachable(error)) return t("You're offline.");
  const words = t("Failed to connect to weather service");
  return code ? errorMessage(error, words) : words;
}
