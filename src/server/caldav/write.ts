import type { Services } from "../base.ts";
import { createCollection } from "../calendar/objects/collections.ts";
import { updateCalendar } from "../calendar/calendars.ts";
import { removeCalendar } from "../calendar/trash-events.ts";
import { Failure } from "../failure.ts";
import { type Answer, hrefTag, missingAnswer, multistatus, propstat, refusal } from "./answer.ts";
import { nearestColor } from "./colors.ts";
import type { Collection } from "./collections.ts";
import { ObjectRefused, type Expectation } from "../ics/stored-object.ts";
import { hrefOf } from "./paths.ts";
import { type Client, COLOR } from "./properties.ts";
import { caldav, child, childrenOf, dav, type Element, tag } from "./xml.ts";

type Deps = Pick<Services, "db">;
type Named = { client: Client; collection: Collection; name: string; expect: Expectation };

/**
 * Puts an object. No etag is answered: what Cairn writes is what the client sent in other words, and with an etag the client would never
 * read it (RFC 4791, 5.3.4).
 */
export async function put({ client, collection, name, expect }: Named, text: string): Promise<Answer> {
  try {
    // PostgreSQL has no such character, and no calendar means one.
    const { isNew } = await collection.put({ name, text: text.replaceAll("\0", ""), expect });
    return { status: isNew ? 201 : 204 };
  } catch (error) {
    return refusedObject(client, collection, error);
  }
}

export async function remove({ client, collection, name, expect }: Named): Promise<Answer> {
  try {
    await collection.remove({ name, expect });
    return { status: 204 };
  } catch (error) {
    return refusedObject(client, collection, error);
  }
}

/** What people would read in the app, and what the protocol calls it. */
function refusedObject(client: Client, { slug }: Collection, error: unknown): Answer {
  if (error instanceof ObjectRefused) {
    const { precondition, conflictsWith, message } = error;
    const href = conflictsWith === null ? "" : hrefTag(hrefOf.object(client.userId, slug, conflictsWith));
    return refusal(403, tag(caldav(precondition), href), message);
  }
  if (!(error instanceof Failure)) throw error;
  if (error.code === "NOT_FOUND") return missingAnswer();
  if (error.code === "QUOTA_EXCEEDED") return refusal(507, tag(dav("quota-not-exceeded")), error.message);
  if (error.code === "CONFLICT" || error.code === "INVALID_INPUT") return refusal(403, "", error.message);
  throw error;
}

/** The calendar goes into the trash with its events, from where its owner can take it out. */
export async function removeCollection(
  { db }: Deps,
  client: Client,
  { calendarId, isShared }: Collection,
): Promise<Answer> {
  if (isShared) return refusal(403, "", "Only its owner can delete this calendar. Leave it in Cairn.");
  if (calendarId === null) return refusal(403, "", "The tasks can't be removed as a whole.");
  await removeCalendar(db, client.userId, calendarId);
  return { status: 204 };
}

/** MKCALENDAR, and MKCOL as RFC 5689 extends it. */
export async function makeCollection(
  { db }: Deps,
  client: Client,
  slug: string,
  request: Element | null,
): Promise<Answer> {
  const set = settingsIn(request);
  const types = set.get(dav("resourcetype"));
  const isMkcol = request?.name === dav("mkcol");
  if (isMkcol && !child(types, caldav("calendar")))
    return refusal(403, tag(dav("valid-resourcetype")), "Calendars can be made here, nothing else.");
  const components = childrenOf(set.get(caldav("supported-calendar-component-set")), caldav("comp"));
  const names = components.map(({ attributes }) => attributes["name"]?.toUpperCase());
  if (names.length > 0 && !names.includes("VEVENT"))
    return refusal(
      403,
      tag(caldav("supported-calendar-component")),
      "A calendar holds events. All to-dos are in the one collection of tasks.",
    );
  const name = set.get(dav("displayname"))?.text.trim().slice(0, NAME_MAX) || null;
  const color = nearestColor(set.get(COLOR)?.text ?? "");
  try {
    await createCollection(db, client.userId, { slug, name, color });
    return { status: 201, headers: { "cache-control": "no-cache" } };
  } catch (error) {
    if (!(error instanceof Failure) || (error.code !== "CONFLICT" && error.code !== "QUOTA_EXCEEDED"))
      throw error;
    return refusal(error.code === "CONFLICT" ? 405 : 507, "", error.message);
  }
}

const NAME_MAX = 200;

/** Properties that a request sets, by name. */
function settingsIn(request: Element | null): Map<string, Element> {
  const sets = childrenOf(request ?? undefined, dav("set"));
  const props = sets.flatMap((set) => childrenOf(set, dav("prop")).flatMap(({ children }) => children));
  return new Map(props.map((prop) => [prop.name, prop]));
}

/**
 * Sets name and color. What else a client would like to keep here is refused by itself and not with the rest, as RFC 4918 would have it:
 * phones send the order of their list along, and no color would ever change.
 */
export async function changeCollection(
  { db }: Deps,
  client: Client,
  collection: Collection,
  request: Element,
): Promise<Answer> {
  const set = settingsIn(request);
  const removed = childrenOf(request, dav("remove")).flatMap((part) =>
    childrenOf(part, dav("prop")).flatMap(({ children }) => children.map(({ name }) => name)),
  );
  const name = set.get(dav("displayname"))?.text.trim().slice(0, NAME_MAX) || undefined;
  const color = nearestColor(set.get(COLOR)?.text ?? "") ?? undefined;
  const { calendarId } = collection;
  if (calendarId !== null && (name !== undefined || color !== undefined))
    await updateCalendar(db, client.userId, { calendarId, name, color });
  const done =
    calendarId === null
      ? []
      : [...(name === undefined ? [] : [dav("displayname")]), ...(color === undefined ? [] : [COLOR])];
  const refused = [...set.keys(), ...removed].filter((prop) => !done.includes(prop));
  const stats = statOf(done, "200 OK") + statOf(refused, "403 Forbidden");
  const href = hrefTag(hrefOf.collection(client.userId, collection.slug));
  return multistatus([tag(dav("response"), href + stats)]);
}

const statOf = (names: string[], status: string): string =>
  names.length === 0
    ? ""
    : propstat(
        names.map((name) => tag(name)),
        status,
      );
