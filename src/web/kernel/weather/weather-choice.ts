import { useEffect } from "react";
import type { Workspace, WorkspaceChange } from "#contract/workspace.ts";
import { t } from "../../lib/messages/t.ts";
import { local } from "../../platform/local.ts";
import { ChangedSince, undoable } from "../undo.ts";
import { cachedFrame, updateWorkspace, useWorkspace } from "../workspace/frame.ts";

/** The specification's key, so that the right weather is drawn before the workspace has come. The account is its home. */
const KEY = "weather-settings";

export const START_CITY = "New York";

/** Where a city is that was chosen among several of its name. */
export type ChosenPlace = {
  name: string;
  /** With region and country: the city of the settings, which finds it again by its name alone. */
  label: string;
  latitude: number;
  longitude: number;
};

export type WeatherChoice = {
  city: string;
  units: Workspace["weatherUnits"];
  place: ChosenPlace | null;
  isOn: boolean;
  /** The place was chosen, or the first one is to stay. */
  isAsked: boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Anything may stand there: other programs write it too. */
function placeOf(value: unknown): ChosenPlace | null {
  if (!isObject(value)) return null;
  const { name, label, latitude, longitude } = value;
  const isPlace =
    typeof name === "string" &&
    typeof label === "string" &&
    typeof latitude === "number" &&
    typeof longitude === "number" &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  return isPlace ? { name, label, latitude, longitude } : null;
}

function choiceOf({ weatherLocation: city, weatherUnits, isWeatherEnabled, customSettings }: Workspace) {
  const kept = isObject(customSettings["weather"]) ? customSettings["weather"] : {};
  const place = placeOf(kept["place"]);
  return {
    city,
    units: weatherUnits,
    // Of another city it is what was chosen before a program wrote this one.
    place: place?.label === city ? place : null,
    isOn: isWeatherEnabled,
    isAsked: kept["isAsked"] === true || city !== START_CITY,
  };
}

function keptChoice(): WeatherChoice | null {
  try {
    const kept: unknown = JSON.parse(local.get(KEY) ?? "null");
    if (!isObject(kept) || typeof kept["city"] !== "string" || kept["city"].trim() === "") return null;
    const units = kept["units"] === "fahrenheit" ? "fahrenheit" : "celsius";
    return {
      city: kept["city"],
      units,
      place: placeOf(kept["place"]),
      // As they are, so that nothing of the card moves when the workspace comes.
      isOn: kept["isOn"] !== false,
      isAsked: kept["isAsked"] !== false,
    };
  } catch {
    return null;
  }
}

/** undefined until the workspace has come, where this device has kept none. */
export function useWeatherChoice(): WeatherChoice | undefined {
  const workspace = useWorkspace();
  const choice = workspace ? choiceOf(workspace) : (keptChoice() ?? undefined);
  const words = workspace && choice && JSON.stringify(choice);
  useEffect(() => {
    if (words) local.set(KEY, words);
  }, [words]);
  return choice;
}

/** Beside what others keep in the workspace's own settings. */
const withKept = (kept: Workspace["customSettings"][string]): WorkspaceChange["customSettings"] => ({
  ...cachedFrame()?.workspace.customSettings,
  weather: kept,
});

export type WeatherChange = {
  /** Null goes back to the first place. */
  place?: ChosenPlace | null;
  units?: Workspace["weatherUnits"];
  isOn?: boolean;
};

function toWorkspaceChange({ place, units, isOn }: WeatherChange): WorkspaceChange {
  return {
    ...(place !== undefined && {
      weatherLocation: place?.label ?? START_CITY,
      customSettings: withKept(place ? { isAsked: true, place } : {}),
    }),
    ...(units && { weatherUnits: units }),
    ...(isOn !== undefined && { isWeatherEnabled: isOn }),
  };
}

/** True when it holds; offered back as long as nothing else was chosen since. */
export async function changeWeather(given: WeatherChange): Promise<boolean> {
  const workspace = cachedFrame()?.workspace;
  const change = toWorkspaceChange(given);
  if (!(await updateWorkspace(change))) return false;
  if (!workspace) return true;
  const back = Object.fromEntries(
    Object.keys(change).map((key) => [key, workspace[key as keyof WorkspaceChange]]),
  ) as WorkspaceChange;
  const undo = async () => {
    const now = cachedFrame()?.workspace;
    const isSame = Object.entries(change).every(
      ([key, value]) => key === "customSettings" || now?.[key as keyof WorkspaceChange] === value,
    );
    if (!isSame) throw new ChangedSince();
    // What others have put beside it meanwhile stays.
    const custom = change.customSettings && {
      customSettings: withKept(workspace.customSettings["weather"] ?? {}),
    };
    if (!(await updateWorkspace({ ...back, ...custom })))
      throw new Error("The weather settings were not put back");
  };
  undoable(
    given.place ? t("Weather of {place}", { place: given.place.name }) : t("Settings saved successfully"),
    undo,
    { redo: () => changeWeather(given) },
  );
  return true;
}

/** The first place stays, and nobody is asked again. */
export const keepStartCity = (): Promise<boolean> =>
  updateWorkspace({ customSettings: withKept({ isAsked: true }) });
