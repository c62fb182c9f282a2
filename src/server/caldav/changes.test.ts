import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { aProgram, type Program } from "#testing/caldav/program.ts";
import { event, props, sync, tokenIn, namesIn } from "#testing/caldav/objects.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let program: Program;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  program = await aProgram(app, ann);
});
afterAll(() => app.close());

const eventsIn = async (calendarId: string, from = "2027-03-01", to = "2027-03-31") =>
  (await ann.client.events.list({ from, to, calendarId })).events;
/** As a backup does: while it is open, no transaction that began later counts as ended. */
async function aLongTransaction(): Promise<pg.Client> {
  const backup = new pg.Client(app.database.connections.owner);
  onTestFinished(() => backup.end());
  await backup.connect();
  await backup.query("BEGIN");
  await backup.query("SELECT pg_current_xact_id()");
  return backup;
}
const taskNamed = async (title: string) =>
  (await ann.client.tasks.list({ limit: 500 })).tasks.find((task) => task.title === title);

test("a program hears of what is new, changed, moved away and gone, once", async () => {
  const { calendarId, url } = await program.aCalendar("Sync");
  const other = await program.aCalendar("Other");
  const put = (name: string, title: string) =>
    program.ask("PUT", `${url}${name}.ics`, { body: event(`sync-${name}`, title) });
  for (const name of ["stays", "changes", "goes", "moves", "erased"]) await put(name, name);
  const first = await program.ask("REPORT", url, { body: sync("") });
  expect(namesIn(first.text).toSorted()).toEqual(
    ["changes", "erased", "goes", "moves", "stays"].map((name) => `${name}.ics`),
  );
  const token = tokenIn(first.text);
  const idOf = async (title: string) => (await eventsIn(calendarId)).find((one) => one.title === title)!.id;
  await put("changes", "changed");
  await put("new", "new");
  await ann.client.events.remove({ eventId: await idOf("goes") });
  await ann.client.events.update({ eventId: await idOf("moves"), calendarId: other.calendarId });
  const second = await program.ask("REPORT", url, { body: sync(token) });
  const heard = namesIn(second.text);
  expect(heard).toEqual(expect.arrayContaining(["changes.ics", "new.ics", "-goes.ics", "-moves.ics"]));
  // Another transaction of the cluster can make it tell of more, and never of less.
  const last = tokenIn(second.text);
  await expect
    .poll(async () =>
      namesIn(
        (
          await program.ask("REPORT", url, {
            body: sync(tokenIn((await program.ask("REPORT", url, { body: sync(last) })).text)),
          })
        ).text,
      ),
    )
    .toEqual([]);
  expect(namesIn((await program.ask("REPORT", other.url, { body: sync("") })).text)).toEqual(["moves.ics"]);
  const erased = await idOf("erased");
  await ann.client.events.remove({ eventId: erased });
  await ann.client.trash.remove({ items: [{ kind: "event", id: erased }] });
  const late = await program.ask("REPORT", url, { body: sync(token) });
  expect([late.status, late.text]).toEqual([403, expect.stringContaining("<d:valid-sync-token/>")]);
  for (const wrong of ["data:,cairn-0000000000-5", "nonsense", `${last}0000`])
    expect((await program.ask("REPORT", url, { body: sync(wrong) })).status).toBe(403);
  // What is told after it is of use again, also of calendars in which nothing has happened since.
  for (const told of [url, other.url]) {
    const fresh = tokenIn((await program.ask("REPORT", told, { body: sync("") })).text);
    expect((await program.ask("REPORT", told, { body: sync(fresh) })).status).toBe(207);
  }
});

test("the tag of a calendar stays while nothing changes in it, and changes with everything that does", async () => {
  const { calendarId, url } = await program.aCalendar("Tag");
  const tag = async () =>
    /<cs:getctag>([^<]+)/.exec(
      (await program.ask("PROPFIND", url, { depth: "0", body: props("cs:getctag") })).text,
    )![1];
  const tags = new Set([await tag()]);
  const { id: eventId } = await ann.client.events.create({ calendarId, title: "One", date: "2027-03-01" });
  tags.add(await tag());
  await ann.client.events.update({ eventId, title: "Two" });
  tags.add(await tag());
  await ann.client.events.remove({ eventId });
  tags.add(await tag());
  expect(tags.size).toBe(4);
  await expect.poll(async () => (await tag()) === (await tag())).toBe(true);
});

test("a change is seen at once though a long transaction runs elsewhere, and is not missed by who asked meanwhile", async () => {
  const { calendarId, url } = await program.aCalendar("Held");
  const backup = await aLongTransaction();
  const token = async (since = "") => tokenIn((await program.ask("REPORT", url, { body: sync(since) })).text);
  const tokens = [await token()];
  for (const title of ["One", "Two"]) {
    await ann.client.events.create({ calendarId, title, date: "2027-03-01" });
    tokens.push(await token(tokens.at(-1)));
  }
  expect(new Set(tokens).size).toBe(3);
  await backup.query("ROLLBACK");
  const told = await program.ask("REPORT", url, { body: sync(tokens[0]!) });
  expect(namesIn(told.text)).toHaveLength(2);
  const last = tokenIn(told.text);
  await ann.client.events.create({ calendarId, title: "Three", date: "2027-03-01" });
  expect(namesIn((await program.ask("REPORT", url, { body: sync(last) })).text).length).toBeGreaterThan(0);
});

test("a token that is told after something was deleted permanently is of use, also while a long transaction runs elsewhere", async () => {
  const { calendarId, url } = await program.aCalendar("Purged");
  await aLongTransaction();
  const create = (title: string) => ann.client.events.create({ calendarId, title, date: "2027-03-01" });
  const purge = async (eventId: string) => {
    await ann.client.events.remove({ eventId });
    await ann.client.trash.remove({ items: [{ kind: "event", id: eventId }] });
  };
  const report = (since: string) => program.ask("REPORT", url, { body: sync(since) });
  const [first, second] = [await create("First"), await create("Second")];
  const before = tokenIn((await report("")).text);
  await purge(first.id);
  expect((await report(before)).status).toBe(403);
  const after = tokenIn((await report("")).text);
  expect((await report(after)).status).toBe(207);
  const third = await create("Third");
  expect(namesIn((await report(after)).text)).toContain(`${third.id}.ics`);
  await purge(second.id);
  expect((await report(after)).status).toBe(403);
});

test("a checkbox goes and comes back with its note", async () => {
  const note = await ann.client.notes.create({
    title: "List",
    body: { format: "markdown", text: "- [ ] A checkbox" },
  });
  await expect.poll(() => taskNamed("A checkbox")).toBeTruthy();
  const task = (await taskNamed("A checkbox"))!;
  const token = tokenIn((await program.ask("REPORT", program.tasks, { body: sync("") })).text);
  await ann.client.notes.remove({ noteId: note.id });
  const gone = await program.ask("REPORT", program.tasks, { body: sync(token) });
  expect(namesIn(gone.text)).toContain(`-${task.id}.ics`);
  await ann.client.notes.restore({ noteId: note.id });
  const back = await program.ask("REPORT", program.tasks, { body: sync(tokenIn(gone.text)) });
  expect(namesIn(back.text)).toContain(`${task.id}.ics`);
});

test("numbers of another cluster, out of which a backup came, are no news and refuse no token", async () => {
  const { url } = await program.aCalendar("Restored");
  await program.ask("PUT", `${url}old.ics`, { body: event("old", "Old") });
  const far = (table: string) =>
    `ALTER TABLE ${table} DISABLE TRIGGER USER; UPDATE ${table} SET revision = 4000000000000 WHERE user_id = '${ann.userId}'; ALTER TABLE ${table} ENABLE TRIGGER USER`;
  await app.database.asSuperuser(far("calendar_events"));
  await app.database.asSuperuser(
    "INSERT INTO sync_floors (user_id, floor) VALUES ($1, 4000000000001) ON CONFLICT (user_id) DO UPDATE SET floor = excluded.floor",
    [ann.userId],
  );
  const first = await program.ask("REPORT", url, { body: sync("") });
  expect(namesIn(first.text)).toEqual(["old.ics"]);
  const second = await program.ask("REPORT", url, { body: sync(tokenIn(first.text)) });
  expect([second.status, namesIn(second.text)]).toEqual([207, []]);
  await program.ask("PUT", `${url}new.ics`, { body: event("new-here", "New") });
  expect(namesIn((await program.ask("REPORT", url, { body: sync(tokenIn(second.text)) })).text)).toEqual([
    "new.ics",
  ]);
});
