import type { Kept } from "./kept.ts";
import { paramsOf } from "./kept.ts";
import { nameOf, parameter, propertyLine, readProperty } from "./property.ts";

export type Person = { email: string; name: string | null };
export type Invited = Person & {
  isOptional: boolean;
  /** PARTSTAT in small letters; null where its file is to say. */
  status: string | null;
};
/** Who asks, and who is asked. */
export type People = { organizer: Person; attendees: Invited[] };

const MAILTO = /^mailto:/i;
const isOfPeople = (line: string) => ["ATTENDEE", "ORGANIZER"].includes(nameOf(line));

function personOf(line: string): (Person & { params: (name: string) => string | null }) | null {
  const property = readProperty(line);
  const value = property?.values[0];
  if (!property || typeof value !== "string" || !MAILTO.test(value)) return null;
  const params = (name: string) => parameter(property, name);
  const email = value.replace(MAILTO, "").trim().toLowerCase();
  return { email, name: params("cn")?.trim().slice(0, 100) || null, params };
}

const linesOf = (ics: string | null, name: string) =>
  (ics ?? "").split(/\r\n|\n|\r/).filter((line) => nameOf(line) === name);

/** Address of whoever a file says has called it; empty where that is none of mail, null where it names nobody. */
export function organizerOf(ics: string | null): string | null {
  const [line] = linesOf(ics, "ORGANIZER");
  return line === undefined ? null : (personOf(line)?.email ?? "");
}

/** Whom a file asks, but for its organizer. */
export function attendeesOf(ics: string | null): Invited[] {
  const organizer = organizerOf(ics);
  const found = new Map<string, Invited>();
  for (const line of linesOf(ics, "ATTENDEE")) {
    const person = personOf(line);
    if (!person || person.email === organizer || found.has(person.email)) continue;
    const { email, name, params } = person;
    found.set(email, {
      email,
      name,
      isOptional: params("role")?.toUpperCase() === "OPT-PARTICIPANT",
      status: params("partstat")?.toLowerCase() ?? null,
    });
  }
  return [...found.values()];
}

/** What a file of strangers may hold. */
export const withoutPeople = (ics: string | null): string | null =>
  ics === null
    ? null
    : ics
        .split("\n")
        .filter((line) => !isOfPeople(line))
        .join("\n") || null;

/** The lines of these people, as their file had them where it says the same; those of others go. */
export function peopleLines(kept: Kept, { organizer, attendees }: People): string[] {
  const known = new Map<string, string>();
  for (const line of kept.lines.filter(isOfPeople)) {
    const person = personOf(line);
    if (person) known.set(`${nameOf(line)} ${person.email}`, line);
  }
  kept.lines = kept.lines.filter((line) => !isOfPeople(line));
  const called = known.get(`ORGANIZER ${organizer.email}`);
  return [
    called ?? personLine("ORGANIZER", organizer, {}),
    ...attendees.map((attendee) => {
      const line = known.get(`ATTENDEE ${attendee.email}`);
      const told =
        line === undefined ? null : (personOf(line)!.params("partstat")?.toLowerCase() ?? "needs-action");
      if (line !== undefined && (attendee.status === null || attendee.status === told)) return line;
      return personLine("ATTENDEE", attendee, {
        role: attendee.isOptional ? "OPT-PARTICIPANT" : "REQ-PARTICIPANT",
        ...(line === undefined ? { rsvp: "TRUE" } : paramsOf(line)),
        partstat: (attendee.status ?? "needs-action").toUpperCase(),
      });
    }),
  ];
}

function personLine(
  name: string,
  { email, name: called }: Person,
  params: Record<string, string | string[]>,
) {
  // A quotation mark cannot be in a parameter at all; other signs are put between two of them.
  const cn = (called ?? "").replaceAll(/[\p{Cc}"\u2028\u2029]+/gu, " ").trim();
  return propertyLine({
    name,
    params: { ...(cn && { cn }), ...params },
    type: "cal-address",
    values: [`mailto:${email}`],
  });
}
