import ICAL from "ical.js";

/** A property as ical.js reads its grammar: quoted parameters, escaped text, lists. */
export type Property = {
  name: string;
  params: Record<string, string | string[]>;
  type: string;
  values: unknown[];
};

/** Longer values of what we read are no titles or times; unread properties may be of any length. */
const READ_MAX = 200_000;

/** What a line says, or null when it is not the grammar of RFC 5545. */
export function readProperty(text: string): Property | null {
  if (text.length > READ_MAX) return null;
  try {
    const [name, params, type, ...values] = ICAL.parse.property(text) as [
      string,
      Property["params"],
      string,
      ...unknown[],
    ];
    return { name: name.toUpperCase(), params, type, values };
  } catch {
    return null;
  }
}

/** A line for a file, unfolded. Control characters would end it early for somebody. */
export function propertyLine({
  name,
  params = {},
  type = "text",
  values,
}: Partial<Property> & Pick<Property, "name" | "values">): string {
  const clean = values.map((value) => (typeof value === "string" ? withoutControls(value) : value));
  return ICAL.stringify.property([name.toLowerCase(), params, type, ...clean], ICAL.design.defaultSet, true);
}

const withoutControls = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are the ones
  text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F\u2028\u2029]/g, "");

/** What the name of a line is, without reading the rest. */
export const nameOf = (text: string): string =>
  /^[A-Za-z0-9-]{1,100}(?=[:;])/.exec(text)?.[0].toUpperCase() ?? "";

/** Minutes of a duration such as `-PT15M`, or null. Days are of 24 hours here. */
export function secondsOf(duration: string): number | null {
  if (!ICAL.Duration.isValueString(duration)) return null;
  try {
    return ICAL.Duration.fromString(duration).toSeconds();
  } catch {
    return null;
  }
}

const FOLD = 75;

/** Folds at 75 octets, never inside a character. ical.js does not count the space that a line goes on with, which makes it 76. */
export function foldLine(line: string): string {
  // No character is longer than three octets for each of its UTF-16 units.
  if (line.length * 3 <= FOLD || (line.length <= FOLD && Buffer.byteLength(line) <= FOLD)) return line;
  const parts: string[] = [];
  let from = 0;
  let octets = 0;
  for (let at = 0; at < line.length;) {
    const point = line.codePointAt(at)!;
    const size = octetsOf(point);
    if (octets + size > FOLD) {
      parts.push(line.slice(from, at));
      from = at;
      octets = 1;
    }
    octets += size;
    at += point > 0xffff ? 2 : 1;
  }
  parts.push(line.slice(from));
  return parts.join("\r\n ");
}

function octetsOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Its first value as text; what is no text, such as a rule, is empty. */
export function textOf(property: Property | null | undefined): string {
  const value = property?.values[0];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export const parameter = (property: Property, name: string): string | null => {
  const value = property.params[name];
  return typeof value === "string" ? value : (value?.[0] ?? null);
};
