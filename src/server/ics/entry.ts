import { createHash } from "node:crypto";
import type { Component, ContentLine } from "./content-lines.ts";
import type { Zones } from "./find-zone.ts";
import type { Remarks } from "./remarks.ts";
import { fromWall, isDay, type Moment, toMoment, Unreadable, wall } from "./moments.ts";
import { observedInstant } from "./observances.ts";
import { nameOf, parameter, type Property, readProperty, textOf } from "./property.ts";

/** Longer ones are cut: nobody reads them, and every list would carry them. */
const TEXT_MAX = 100_000;
/** What the calendar has room for: a longer one is kept whole beside it, and written again until it is given another text. */
export const FIELDS_MAX: Record<string, number> = { SUMMARY: 1_000, LOCATION: 1_000, DESCRIPTION: 10_000 };
const TAGS_MAX = 100;
const LINES_MAX = 5_000;
/** Of what is kept unread for one entry. */
const KEPT_MAX = 256 * 1024;
/** Said by their own places; anything more a line says is kept. */
const PLAIN = new Set(["value", "tzid"]);

/** A component while it is read: hands out what is understood of it, and keeps the rest as it stands. */
export class Entry {
  readonly component: Component;
  readonly #zones: Zones;
  readonly #remarks: Remarks;
  readonly #lines = new Map<string, ContentLine[]>();
  readonly #kept: string[] = [];
  readonly #said = new Set<string>();
  title = "";

  constructor(component: Component, zones: Zones, remarks: Remarks, understood: Set<string>) {
    this.component = component;
    this.#zones = zones;
    this.#remarks = remarks;
    if (component.properties.length > LINES_MAX) throw new Unreadable("It has too many properties.");
    for (const content of component.properties) {
      const name = nameOf(content.text);
      if (!understood.has(name)) this.#keepLine(content, name);
      else {
        const lines = this.#lines.get(name);
        if (lines) lines.push(content);
        else this.#lines.set(name, [content]);
      }
    }
    for (const { lines } of component.nested) this.keep(lines.join("\n"));
  }

  #keepLine(content: ContentLine, name: string) {
    if (name === "") this.remark("A line that is no property was left out.", content.line);
    else this.keep(content.text);
  }

  keep(text: string) {
    if (text.length > KEPT_MAX) {
      this.remark(`${nameOf(text) || "A part"} is too long to be kept.`);
      return;
    }
    this.#kept.push(text);
  }

  remark(why: string, line = this.component.line) {
    // Start and end are often in the same unknown zone.
    if (this.#said.has(why)) return;
    this.#said.add(why);
    this.#remarks.add({ line, why, title: this.title });
  }

  /** Every property of that name that can be read. What else its line says than we understand is kept. */
  all(name: string, doesKeepParams = true): Property[] {
    return (this.#lines.get(name) ?? []).flatMap((content) => {
      // "BYDAY=MO, TU" is no rule, and yet what some programs write.
      const property = readProperty(name === "RRULE" ? content.text.replaceAll(/\s/g, "") : content.text);
      if (!property) {
        this.remark(`${name} can't be read.`, content.line);
        return [];
      }
      const isPlain = Object.keys(property.params).every((param) => PLAIN.has(param));
      if (!isPlain && doesKeepParams) this.keep(content.text);
      return [property];
    });
  }

  /** The first of that name; a second is not allowed and left out. */
  first(name: string): Property | null {
    const [first, ...others] = this.all(name);
    if (others.length > 0) this.remark(`${name} stands more than once; the first counts.`);
    return first ?? null;
  }

  /** As it stands in the file. */
  rawOf(name: string): string | null {
    return this.#lines.get(name)?.[0]?.text ?? null;
  }

  text(name: string): string {
    const value = textOf(this.first(name));
    if (value.length > (FIELDS_MAX[name] ?? TEXT_MAX)) this.keep(this.rawOf(name)!);
    if (value.length <= TEXT_MAX) return value;
    this.remark(`${name} is too long and was cut.`);
    return value.slice(0, TEXT_MAX);
  }

  tags(): string[] {
    const tags = this.all("CATEGORIES").flatMap(({ values }) => values.map((value) => String(value).trim()));
    return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, TAGS_MAX);
  }

  moments(property: Property): Moment[] {
    const values = property.values.filter((value) => value !== "" && value !== "--T::");
    return values.map((value) => this.#moment(value, parameter(property, "tzid")));
  }

  moment(name: string): Moment | null {
    const property = this.first(name);
    return property ? (this.moments(property)[0] ?? null) : null;
  }

  #moment(value: unknown, id: string | null): Moment {
    const floating = toMoment(value, null);
    if (id === null || floating.zone !== null || isDay(floating.local)) return floating;
    const found = this.#zones.find(id);
    if (!found) {
      this.remark(`The time zone '${id.slice(0, 60)}' is not known; the time is taken as it stands.`);
      return floating;
    }
    if ("zone" in found) return { ...floating, zone: found.zone };
    this.remark(`The time zone '${id.slice(0, 60)}' is none we know; the time was converted to UTC.`);
    return { local: fromWall(observedInstant(found.observances, wall(floating.local))), zone: "UTC" };
  }

  /** Two entries without one are the same if every line of them is. */
  uid(): string {
    const uid = this.text("UID").trim().slice(0, 1_000);
    if (uid !== "") return uid;
    const lines = this.component.properties
      .map(({ text }) => text)
      .filter((text) => nameOf(text) !== "DTSTAMP");
    return `${createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 32)}@cairn`;
  }

  kept(): string | null {
    let length = 0;
    const kept = [...new Set(this.#kept)].filter((text) => (length += text.length + 1) <= KEPT_MAX);
    if (length > KEPT_MAX) this.remark("More of it is unknown than can be kept; some was left out.");
    return kept.length > 0 ? kept.join("\n") : null;
  }
}
