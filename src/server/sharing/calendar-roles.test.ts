import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { event } from "#testing/caldav/objects.ts";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { operations } from "#testing/contract-inputs.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { sendInvitations } from "../calendar/invitations/send-invitations.ts";
import type { CurrentSession } from "../accounts/sessions.ts";

/**
 * As roles.test.ts, for calendars: every role at every door. "ended" had the calendar to change, until its owner took it back. A new
 * operation that takes the id of a calendar or an event has to be given a line here.
 */
const ROLES = ["visitor", "stranger", "ended", "free_busy", "viewer", "editor", "owner"] as const;
type Role = (typeof ROLES)[number];
const OWNER: Role[] = ["owner"];
const WRITERS: Role[] = ["editor", "owner"];
const READERS: Role[] = ["viewer", "editor", "owner"];
const GUESTS: Role[] = ["free_busy", "viewer", "editor"];
const ALL: Role[] = [...GUESTS, "owner"];

type Thing = {
  calendarId: string;
  eventId: string;
  trashedId: string;
  shares: Partial<Record<Role, string>>;
};
type Person = Visitor & Partial<SignedInVisitor> & { program?: Program };
type Door = (person: Person, thing: Thing, role: Role) => Promise<unknown>;

const SECRET = "quokkasecret";
const DAY = "2031-03-04";
const DAYS = { from: DAY, to: DAY };

let app: TestApp;
const people = {} as Record<Role, Person>;
const owner = () => people.owner as SignedInVisitor;

const tells = (answer: unknown) => JSON.stringify(answer).includes(SECRET);
const dav = async (person: Person, method: string, path: string, body?: string) => {
  if (!person.program) return { status: 401, text: "" };
  return person.program.ask(method, `${person.program.home}${path}`, { ...(body && { body }), depth: "1" });
};

async function askCarla(eventId: string): Promise<void> {
  await app.database.asSuperuser("UPDATE auth.users SET email_verified = true");
  const carla = { email: "carla@example.org", name: null, isOptional: false };
  await owner().client.events.update({ eventId, attendees: [carla] });
}

/** A person puts the event into a project of their own. */
const putInProject = async ({ client }: Person, eventId: string) => {
  const { id: projectId } = await client.projects.create({ title: "Mine", folderId: null });
  await client.projects.addEvents({ projectId, eventIds: [eventId] });
  return projectId;
};
const projectOf = async ({ client }: Person, eventId: string) =>
  (await client.projects.ofEvent({ eventId })).projectId;
const DOORS: Record<string, [allowed: Role[], door: Door]> = {
  "calendars.list": [
    ALL,
    async (p, t) => JSON.stringify(await p.client.calendars.list({})).includes(t.calendarId),
  ],
  "calendars.update, how it looks": [
    ALL,
    (p, t) => p.client.calendars.update({ calendarId: t.calendarId, color: "red" }),
  ],
  "calendars.update": [
    OWNER,
    async (p, { calendarId }, role) => {
      await p.client.calendars.update({ calendarId, name: `by ${role}` });
      const { calendars } = await owner().client.calendars.list({});
      return calendars.find(({ id }) => id === calendarId)!.name === `by ${role}`;
    },
  ],
  "calendars.remove": [OWNER, (p, t) => p.client.calendars.remove({ calendarId: t.calendarId })],
  "calendars.restore": [
    OWNER,
    async (p, { calendarId }) => {
      await owner()
        .client.calendars.remove({ calendarId })
        .catch(() => {});
      return p.client.calendars.restore({ calendarId });
    },
  ],
  // A calendar of one's own is told apart from one that is not there.
  "calendars.refresh": [
    OWNER,
    (p, { calendarId }) =>
      p.client.calendars
        .refresh({ calendarId })
        .catch((error: { code: string }) => error.code === "CONFLICT"),
  ],
  "calendars.feed": [OWNER, (p, t) => p.client.calendars.feed({ calendarId: t.calendarId })],
  "calendars.createFeed": [OWNER, (p, t) => p.client.calendars.createFeed({ calendarId: t.calendarId })],
  "calendars.revokeFeed": [
    OWNER,
    async (p, { calendarId }) => {
      await owner().client.calendars.createFeed({ calendarId });
      return p.client.calendars.revokeFeed({ calendarId });
    },
  ],
  "the file of a calendar": [
    OWNER,
    async (p, t) => (await p.request(`/api/calendars/${t.calendarId}/ics`)).ok,
  ],
  "sharing.guestsOfCalendar": [
    OWNER,
    (p, t) => p.client.sharing.guestsOfCalendar({ calendarId: t.calendarId }),
  ],
  "sharing.shareCalendar": [
    OWNER,
    (p, { calendarId }) =>
      p.client.sharing.shareCalendar({ calendarId, email: "more@example.com", role: "editor" }),
  ],
  "sharing.setRole": [
    OWNER,
    (p, { shares }) => p.client.sharing.setRole({ shareId: shares.viewer!, role: "editor" }),
  ],
  "sharing.end": [
    ["viewer", "owner"],
    async (p, t, role) => {
      if (role === "owner") return p.client.sharing.end({ shareId: t.shares.editor! });
      return p.client.sharing.end({ shareId: t.shares.viewer! });
    },
  ],
  "events.list": [READERS, async (p) => tells(await p.client.events.list(DAYS))],
  "events.list, of this calendar": [
    READERS,
    async (p, { calendarId }) => tells(await p.client.events.list({ ...DAYS, calendarId })),
  ],
  "events.list, when there is something": [
    ALL,
    async (p, { calendarId }) => (await p.client.events.list({ ...DAYS, calendarId })).instances.length > 0,
  ],
  "events.search": [READERS, async (p) => tells(await p.client.events.search({ query: SECRET }))],
  "events.search, in titles": [
    READERS,
    async (p) => tells(await p.client.events.search({ query: SECRET.slice(2, -2) })),
  ],
  "events.get": [READERS, (p, t) => p.client.events.get({ eventId: t.eventId })],
  "events.create": [
    WRITERS,
    (p, t) => p.client.events.create({ calendarId: t.calendarId, title: "New", date: DAY }),
  ],
  "events.update": [
    WRITERS,
    (p, t) => p.client.events.update({ eventId: t.eventId, title: `${SECRET} again` }),
  ],
  "events.update, into it": [
    OWNER,
    async (p, { calendarId }) => {
      const { id } = await p.client.calendars.create({ name: "Elsewhere" });
      const own = await p.client.events.create({ calendarId: id, title: "Mine", date: DAY });
      return p.client.events.update({ eventId: own.id, calendarId });
    },
  ],
  "events.remove": [
    WRITERS,
    (p, t) =>
      p.client.events
        .remove({ eventId: t.eventId })
        .then(() => owner().client.events.restore({ eventId: t.eventId })),
  ],
  "events.restore": [
    WRITERS,
    (p, { trashedId: eventId }) =>
      p.client.events.restore({ eventId }).then(() => owner().client.events.remove({ eventId })),
  ],
  "projects.addEvents": [
    OWNER,
    async (p, { eventId }) => (await putInProject(p, eventId)) === (await projectOf(owner(), eventId)),
  ],
  "projects.ofEvent": [
    OWNER,
    async (p, { eventId }) => (await putInProject(owner(), eventId)) === (await projectOf(p, eventId)),
  ],
  // Who sees the calendar sees the events there, and not by a project that is not shared with them.
  "events.list, of a project": [
    OWNER,
    async (p, { eventId }) => {
      const projectId = await putInProject(owner(), eventId);
      return tells(await p.client.events.list({ ...DAYS, projectId }));
    },
  ],
  "projects.removeEvents": [
    OWNER,
    async (p, { eventId }) => {
      await putInProject(owner(), eventId);
      await p.client.projects.removeEvents({ eventIds: [eventId] });
      return (await projectOf(owner(), eventId)) === null;
    },
  ],
  "events.note": [OWNER, (p, t) => p.client.events.note({ eventId: t.eventId, title: "About it" })],
  "attendees.invited": [OWNER, (p, t) => p.client.attendees.invited({ calendarId: t.calendarId })],
  "attendees.list": [OWNER, (p, t) => p.client.attendees.list({ eventId: t.eventId })],
  "attendees.send": [
    OWNER,
    async (p, { eventId }) => {
      await askCarla(eventId);
      if (!p.userId) return false;
      // As with a mail server, whose queue nobody works on here.
      const config = { ...app.services.config, smtpUrl: "smtp://127.0.0.1:1" };
      const sender = { userId: p.userId, isEmailVerified: true } as CurrentSession;
      return sendInvitations({ ...app.services, config }, sender, [eventId]);
    },
  ],
  "attendees.file": [
    OWNER,
    async (p, { eventId }) => {
      await askCarla(eventId);
      return p.client.attendees.file({ eventId });
    },
  ],
  "trash.list": [OWNER, async (p) => tells(await p.client.trash.list({}))],
  "trash.remove": [
    OWNER,
    async (p, { trashedId: id }) =>
      (await p.client.trash.remove({ items: [{ kind: "event", id }] })).removed.events > 0,
  ],
  "activity.list": [OWNER, async (p) => tells(await p.client.activity.list({}))],
  "notifications.list": [[], async (p) => tells(await p.client.notifications.list({}))],
  "reminders.create": [
    OWNER,
    (p, { eventId }) => p.client.reminders.create({ eventId, localTime: `${DAY}T08:00` }),
  ],
  "reminders.list": [
    OWNER,
    async (p, t) => {
      await owner().client.reminders.create({ eventId: t.eventId, localTime: `${DAY}T08:00` });
      return tells(await p.client.reminders.list({ eventId: t.eventId }));
    },
  ],
  "briefs.ofEvent": [READERS, (p, t) => p.client.briefs.ofEvent({ eventId: t.eventId })],
  // The time of others is no matter of one's own day.
  "briefs.ofDay": [WRITERS, async (p) => tells(await p.client.briefs.ofDay({ day: DAY }))],
  "planning.planDay": [WRITERS, async (p) => tells(await p.client.planning.planDay({ day: DAY }))],
  "the export": [
    OWNER,
    async (p) => {
      if (!p.password) return false;
      await p.client.security.reauthenticate({ password: p.password });
      const response = await p.request("/api/export");
      if (!response.ok) return false;
      const files = await unpackAll(Buffer.from(await response.arrayBuffer()));
      return [...files.values()].some((bytes) => bytes.includes(SECRET));
    },
  ],
  "CalDAV, the calendars": [
    READERS,
    async (p, t) => (await dav(p, "PROPFIND", "")).text.includes(t.calendarId),
  ],
  "CalDAV, to read": [
    READERS,
    async (p, t) => tells((await dav(p, "GET", `${t.calendarId}/${t.eventId}.ics`)).text),
  ],
  "CalDAV, to write": [
    WRITERS,
    async (p, t, role) =>
      (await dav(p, "PUT", `${t.calendarId}/${role}.ics`, event(role, "From a phone"))).status === 201,
  ],
  "CalDAV, to remove": [
    WRITERS,
    async (p, t) => {
      const isGone = (await dav(p, "DELETE", `${t.calendarId}/${t.eventId}.ics`)).status === 204;
      if (isGone) await owner().client.events.restore({ eventId: t.eventId });
      return isGone;
    },
  ],
  "a live event": [
    READERS,
    async (p, t, role) => {
      if (!p.userId) return false;
      const live = openLive(app, p, p.userId);
      await live.answer;
      await owner().client.events.update({ eventId: t.eventId, title: `${SECRET} for ${role}` });
      // One's own change comes after it, on the same line.
      const own = await p.client.folders.create({ name: "own" });
      await live.next(({ entityId }) => entityId === own.id);
      live.close();
      return live.events.some(({ entityId }) => entityId === t.eventId);
    },
  ],
  "a row, by SQL": [
    READERS,
    async (p, t) => {
      if (!p.userId) return false;
      const rows = await app.services.db.queryAs(
        p.userId,
        "SELECT title FROM calendar_events WHERE calendar_id = $1",
        [t.calendarId],
      );
      return rows.length > 0;
    },
  ],
  "a row to change, by SQL": [
    WRITERS,
    async (p, t) => {
      if (!p.userId) return false;
      const change = "UPDATE calendar_events SET title = title WHERE id = $1 RETURNING 1";
      return (await app.services.db.queryAs(p.userId, change, [t.eventId])).length > 0;
    },
  ],
  "a row to erase, by SQL": [
    OWNER,
    async (p, t) => {
      if (!p.userId) return false;
      const erase = "DELETE FROM calendar_events WHERE id = $1 RETURNING 1";
      return (await app.services.db.queryAs(p.userId, erase, [t.trashedId])).length > 0;
    },
  ],
  "the calendar to change, by SQL": [
    OWNER,
    async (p, t) => {
      if (!p.userId) return false;
      const change = "UPDATE calendars SET name = name WHERE id = $1 RETURNING 1";
      return (await app.services.db.queryAs(p.userId, change, [t.calendarId])).length > 0;
    },
  ],
};

beforeAll(async () => {
  app = await startTestApp();
  for (const role of ROLES) {
    if (role === "visitor") {
      people[role] = app.visitor();
      continue;
    }
    const person = await app.aUser(role);
    await person.client.calendars.create({ name: "Own" });
    people[role] = { ...person, program: await aProgram(app, person) };
  }
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

async function aSharedCalendar(): Promise<Thing> {
  const { client } = owner();
  const { id: calendarId } = await client.calendars.create({ name: "Team" });
  const told = { title: SECRET, location: SECRET, description: SECRET, tags: [SECRET] };
  const { id: eventId } = await client.events.create({ calendarId, date: DAY, time: "10:00", ...told });
  const { id: trashedId } = await client.events.create({ calendarId, date: DAY, ...told });
  await client.events.remove({ eventId: trashedId });
  const shares: Thing["shares"] = {};
  for (const role of ["ended", ...GUESTS] as const) {
    const given = {
      email: people[role].email!,
      role: role === "ended" ? "editor" : (role as "viewer"),
    } as const;
    shares[role] = (await client.sharing.shareCalendar({ calendarId, ...given })).shareId;
    await acceptInvitations(people[role]);
  }
  expect(tells(await people.ended.client.events.list(DAYS))).toBe(true);
  await client.sharing.end({ shareId: shares.ended! });
  return { calendarId, eventId, trashedId, shares };
}

const REFUSED = ["NOT_FOUND", "UNAUTHENTICATED", "CONFLICT"];

async function whoOpens(door: Door): Promise<Role[]> {
  const thing = await aSharedCalendar();
  const opened: Role[] = [];
  for (const role of ROLES) {
    const isOpened = await door(people[role], thing, role).then(
      (answer) => answer !== false,
      (error: { code?: string }) => {
        if (REFUSED.includes(error.code ?? "")) return false;
        throw error;
      },
    );
    if (isOpened) opened.push(role);
  }
  await app.database.asSuperuser("DELETE FROM calendars WHERE name <> 'Own'");
  await app.database.asSuperuser("DELETE FROM user_activities");
  return opened;
}

test.each(Object.entries(DOORS))("%s opens to whom it should", async (_name, [allowed, door]) => {
  expect(await whoOpens(door)).toEqual(allowed);
});

test("every operation that takes the id of a calendar or an event has its line", () => {
  const asking = operations
    .filter(({ input }) =>
      ["calendarId", "eventId", "eventIds"].some((name) => name in (input.properties ?? {})),
    )
    .map(({ path }) => path.join("."));
  expect(asking.filter((name) => !(name in DOORS))).toEqual([]);
  expect(asking.length).toBeGreaterThan(15);
});
