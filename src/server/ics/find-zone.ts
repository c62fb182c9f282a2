import { offsetAt } from "#language/time-zone.ts";
import type { Component } from "./content-lines.ts";
import { type Observance, observedOffset, readObservances } from "./observances.ts";
import { nameOf, readProperty, textOf } from "./property.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";
import { isZone } from "./zones.ts";

/** What a TZID of a file stands for. */
export type FoundZone =
  | { zone: string }
  /** No zone of IANA has such clocks: its times become UTC by what the file says of them. */
  | { observances: Observance[] }
  | null;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What clocks did before it is told in too many ways. */
const EARLIEST = Date.UTC(2007, 11, 1);
const ZONES_MAX = 500;
/** Zones of one file that are compared with all there are. */
const SEARCHES_MAX = 50;
/** Years in which clocks are compared: a file is made for the years around it, and rules of older ones differ in too many zones. */
const COMPARED = 2;

/** The zones that a file defines, and what is known of those that it only names. */
export class Zones {
  readonly #defined = new Map<string, { named: string | null; observances: Observance[] }>();
  readonly #found = new Map<string, FoundZone>();
  #searches = 0;

  define(component: Component) {
    const read = (name: string) => {
      const line = component.properties.find(({ text }) => nameOf(text) === name);
      return line ? textOf(readProperty(line.text)) : null;
    };
    const id = read("TZID");
    if (id === null || this.#defined.size >= ZONES_MAX) return;
    this.#defined.set(id, { named: read("X-LIC-LOCATION"), observances: readObservances(component) });
    this.#found.delete(id);
  }

  find(id: string): FoundZone {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    if (this.#found.size >= ZONES_MAX) return null;
    const found = this.#search(id);
    this.#found.set(id, found);
    return found;
  }

  #search(id: string): FoundZone {
    const defined = this.#defined.get(id);
    const named = byName(defined?.named ?? "") ?? byName(id) ?? byWindowsName(id);
    if (named) return { zone: named };
    if (defined && defined.observances.length > 0) {
      const { observances } = defined;
      this.#searches += 1;
      const zone = this.#searches > SEARCHES_MAX ? null : byClocks(observances);
      return zone ? { zone } : { observances };
    }
    const guessed = byCity(id) ?? byOffset(id);
    return guessed ? { zone: guessed } : null;
  }
}

/** `Europe/Berlin`, or the end of `/freeassociation.sourceforge.net/Tzfile/Europe/Berlin`. */
function byName(id: string): string | null {
  const parts = id.trim().replaceAll(" ", "_").split("/").filter(Boolean).slice(-4);
  const ends = [3, 2, 1]
    .filter((count) => count <= parts.length)
    .map((count) => parts.slice(-count).join("/"));
  // A single word is a zone only if it is all there is: `/x/UTC` is UTC, `Custom/GMT` may be anything.
  const end = ends.find((name) => (name.includes("/") || id === name || id.startsWith("/")) && isZone(name));
  return end ? canonical(end) : null;
}

const SAME_AS_UTC = /^(Etc\/)?(UTC|UCT|Zulu|Universal|GMT|Greenwich|GMT[+-]?0)$/i;

/** As `Intl` writes it: `europe/berlin` is Europe/Berlin. Old names are kept, for other programs know them by these. */
function canonical(zone: string): string {
  if (SAME_AS_UTC.test(zone)) return "UTC";
  return spelled().get(zone.toLowerCase()) ?? zone;
}

let spellings: Map<string, string> | undefined;
const spelled = () =>
  (spellings ??= new Map(Intl.supportedValuesOf("timeZone").map((zone) => [zone.toLowerCase(), zone])));

const byWindowsName = (id: string): string | null =>
  // Outlook numbers the zones of one file: "Eastern Standard Time 1".
  WINDOWS_ZONES.get(id.trim().toLowerCase()) ??
  WINDOWS_ZONES.get(
    id
      .trim()
      .toLowerCase()
      .replace(/\s\d+$/, ""),
  ) ??
  null;

/** `Zurich`, which some servers write. */
function byCity(id: string): string | null {
  const city = id.trim().split("/").at(-1)!.toLowerCase().replaceAll(" ", "_");
  if (city.length < 3) return null;
  return [...spelled()].find(([name]) => name.endsWith(`/${city}`))?.[1] ?? null;
}

/** `GMT+0100`, `UTC-5`, `+02:00`: whole hours have a zone of IANA. Its sign is the other way round. */
function byOffset(id: string): string | null {
  const [, sign, hours, minutes = "00"] =
    /^\(?(?:GMT|UTC)?\s*([+-])(\d{1,2}):?(\d\d)?(?:\)|$)/i.exec(id.trim()) ?? [];
  if (!hours || minutes !== "00" || Number(hours) > 14) return null;
  return fixed((sign === "-" ? -1 : 1) * Number(hours) * HOUR);
}

const fixed = (offset: number): string | null => {
  const hours = offset / HOUR;
  if (hours === 0) return "UTC";
  const zone = `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  return Number.isInteger(hours) && isZone(zone) ? zone : null;
};

/** The zone whose clocks are the same at every time they are compared: best known first, as CLDR has one for each name of Windows. */
function byClocks(observances: Observance[]): string | null {
  const { days, changes } = samplesOf(observances);
  // Some programs know the hour of the change by the wrong clock; the days are the same.
  return fitting(observances, [...days, ...changes]) ?? fitting(observances, days);
}

function fitting(observances: Observance[], samples: number[]): string | null {
  const offsets = samples.map((instant) => observedOffset(observances, instant));
  const never = new Set(offsets).size === 1 ? fixed(offsets[0]!) : null;
  const candidates = [
    ...new Set([...PREFERRED, ...WINDOWS_ZONES.values(), ...Intl.supportedValuesOf("timeZone")]),
  ];
  const fits = (zone: string) =>
    isZone(zone) && samples.every((instant, index) => offsetAt(instant, zone) === offsets[index]);
  return (
    candidates.find((zone) => !zone.startsWith("Etc/") && zone !== "UTC" && fits(zone) && never === null) ??
    never
  );
}

/** Where several zones have the same clocks, the one most people mean. */
const PREFERRED = [
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Australia/Sydney",
];

/** Every tenth day of the time that its rules speak of, and the hours around each change. */
function samplesOf(observances: Observance[]): { days: number[]; changes: number[] } {
  const starts = observances.map(({ start }) => start);
  const isEndless = observances.some(({ yearly }) => yearly?.until === Infinity);
  const year = new Date(Math.max(...starts)).getUTCFullYear() + 1;
  const from = isEndless
    ? Date.UTC(Math.min(Math.max(2020, year), 2035), 0, 1)
    : Math.max(Math.min(...starts), EARLIEST);
  const to = isEndless ? from + COMPARED * 366 * DAY : Math.max(...starts) + 180 * DAY;
  const step = Math.max(10 * DAY, (to - from) / 200);
  const days = Array.from(
    { length: Math.max(1, Math.floor((to - from) / step)) },
    (_, index) => from + index * step,
  );
  const changes = days.flatMap((instant) => hoursOfChange(observances, instant, instant + step));
  // Changes that come once belong to it, too, if they are of our time.
  const single = observances.filter(({ yearly, start }) => !yearly && start > EARLIEST).slice(-50);
  return { days: [...days, ...single.flatMap(({ start }) => [start - 2 * DAY, start + 2 * DAY])], changes };
}

/** The hours of the day on which its clocks change in that time. */
function hoursOfChange(observances: Observance[], from: number, to: number): number[] {
  if (observedOffset(observances, from) === observedOffset(observances, to)) return [];
  for (let day = from; day < to; day += DAY) {
    if (observedOffset(observances, day) === observedOffset(observances, day + DAY)) continue;
    return Array.from({ length: 25 }, (_, hour) => day + hour * HOUR);
  }
  return [];
}
