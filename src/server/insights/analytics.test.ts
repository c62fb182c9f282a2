import { afterAll, beforeAll, expect, test } from "vitest";
import { BREAKDOWNS, type Analytics } from "#contract/analytics.ts";
import { WORD_ORIGINS } from "#contract/shared/word-origins.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let notes: string[];
let garden: { id: string; folderId: string | null };
const PERIOD = { from: "2026-02-01", to: "2026-02-28" };
const BEFORE = { from: "2026-01-04", to: "2026-01-31" };

/** Any figures for notes in folders of folders, with and without tags and projects, of two months. */
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  const { client } = ann;
  garden = await client.projects.create({ title: "Garden" });
  const beds = await client.folders.create({ name: "Beds", parentId: garden.folderId });
  const letters = await client.folders.create({ name: "Letters" });
  const places = [garden.folderId, beds.id, letters.id, null, beds.id];
  const tags = [["stone"], ["stone", "frost"], [], ["letters"], []];
  const made = await Promise.all(
    places.map((folderId, at) => client.notes.create({ title: `Note ${at}`, folderId, tags: tags[at]! })),
  );
  notes = made.map(({ id }) => id);
  await seedFigures(ann.userId);
});
afterAll(() => app.close());

async function seedFigures(userId: string): Promise<void> {
  const random = randomFrom(seed);
  const below = (most: number) => Math.floor(random() * most);
  for (let row = 0; row < 400; row++) {
    const day = new Date(Date.UTC(2026, 0, 1 + below(75))).toISOString().slice(0, 10);
    const noteId = below(12) === 0 ? null : notes[below(notes.length)];
    const origin = below(2) === 0 ? "typed" : WORD_ORIGINS[below(WORD_ORIGINS.length)];
    await sql(
      "INSERT INTO word_days (user_id, note_id, day, origin, added, removed) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
      [userId, noteId, day, origin, below(90), below(40)],
    );
    const minutes = Array.from({ length: 60 }, () => (below(25) === 0 ? "1" : "0")).join("");
    await sql(
      "INSERT INTO word_hours (user_id, note_id, day, hour, origin, added, removed, minutes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bit(60)) ON CONFLICT DO NOTHING",
      [userId, noteId, day, below(24), origin, below(60) - 5, below(20), minutes],
    );
  }
}

const sql = <Row extends object>(text: string, values: unknown[]) =>
  app.database.asSuperuser<Row>(text, values);

async function one(expression: string, { from, to } = PERIOD): Promise<number> {
  const rows = await sql<{ value: number }>(
    `SELECT coalesce((${expression}), 0)::float8 AS value FROM (SELECT $1::uuid AS me, $2::date AS first, $3::date AS last) asked`,
    [ann.userId, from, to],
  );
  return rows[0]!.value;
}

const IN = "FROM word_days WHERE user_id = me AND day BETWEEN first AND last";
const IN_HOURS = "FROM word_hours WHERE user_id = me AND day BETWEEN first AND last";

/** Each run of minutes without a pause of more than 30, from all notes at once. */
const SESSIONS = `WITH minute AS (
    SELECT DISTINCT h.day + make_interval(hours => h.hour, mins => m) AS at
    FROM word_hours h, generate_series(0, 59) m WHERE h.user_id = me AND h.day BETWEEN first AND last AND h.origin = 'typed' AND get_bit(h.minutes, m) = 1
  ), begun AS (
    SELECT at, CASE WHEN at - lag(at) OVER (ORDER BY at) <= interval '30 minutes' THEN 0 ELSE 1 END AS is_new FROM minute
  ), numbered AS (SELECT at, sum(is_new) OVER (ORDER BY at) AS number FROM begun),
  session AS (SELECT extract(epoch FROM max(at) - min(at)) / 60 + 1 AS minutes FROM numbered GROUP BY number)`;

async function expectedFigures(of: typeof PERIOD): Promise<Omit<Analytics["now"], "wordsAnHour">> {
  return {
    added: await one(`SELECT sum(added) ${IN}`, of),
    removed: await one(`SELECT sum(removed) ${IN}`, of),
    written: await one(`SELECT sum(added) ${IN} AND origin = 'typed'`, of),
    activeDays: await one(`SELECT count(DISTINCT day) ${IN} AND origin = 'typed' AND added > 0`, of),
    notes: await one(`SELECT count(DISTINCT note_id) ${IN} AND added + removed > 0`, of),
    sessions: await one(`${SESSIONS} SELECT count(*) FROM session`, of),
    minutes: await one(`${SESSIONS} SELECT sum(minutes) FROM session`, of),
    tasksDone: 0,
    tasksSlipped: 0,
  };
}

test("every figure of a period, and of the one before, is what a query finds", async () => {
  const found = await ann.client.insights.analytics(PERIOD);
  expect(found.now, `CAIRN_SEED=${seed}`).toMatchObject(await expectedFigures(PERIOD));
  expect(found.before, `CAIRN_SEED=${seed}`).toMatchObject(await expectedFigures(BEFORE));
  const rate = await one(
    "SELECT sum(added) FROM word_hours WHERE user_id = me AND day BETWEEN first AND last AND origin = 'typed' AND bit_count(minutes) > 0",
  );
  // Words of an hour in whose minutes nothing was changed belong to no session, unless another note had minutes then.
  expect(found.now.wordsAnHour).toBeGreaterThanOrEqual(Math.floor((rate / found.now.minutes) * 60 * 0.8));
  for (const { day, ...words } of found.days)
    expect(words, `${day}, CAIRN_SEED=${seed}`).toEqual({
      added: await one(`SELECT sum(added) ${IN} AND day = '${day}'`),
      removed: await one(`SELECT sum(removed) ${IN} AND day = '${day}'`),
      written: await one(`SELECT sum(added) ${IN} AND day = '${day}' AND origin = 'typed'`),
    });
  expect(found.days).toHaveLength(await one(`SELECT count(DISTINCT day) ${IN} AND added + removed > 0`));
  for (const [hour, words] of found.byHour!.entries()) {
    const sum = (of: string) => `SELECT greatest(0, sum(${of})) ${IN_HOURS} AND hour = ${hour}`;
    expect(words, `hour ${hour}, CAIRN_SEED=${seed}`).toEqual({
      added: await one(sum("added")),
      removed: await one(sum("removed")),
      written: await one(`${sum("added")} AND origin = 'typed'`),
    });
    expect(found.hours[hour]).toBe(words.written);
  }
  for (const { origin, added, removed } of found.origins)
    expect([added, removed], origin).toEqual([
      await one(`SELECT sum(added) ${IN} AND origin = '${origin}'`),
      await one(`SELECT sum(removed) ${IN} AND origin = '${origin}'`),
    ]);
  expect(found.exactFrom).toBe(
    (
      await sql<{ day: string }>("SELECT min(day)::text AS day FROM word_days WHERE user_id = $1", [
        ann.userId,
      ])
    )[0]!.day,
  );
});

const FOLDERS_OF_GARDEN = `WITH RECURSIVE f AS (SELECT folder_id AS id FROM projects WHERE user_id = me UNION SELECT c.id FROM folders c JOIN f ON c.parent_folder_id = f.id) SELECT id FROM f`;

/** A condition on the notes of a row, by what they are in. */
function conditionOf(by: (typeof BREAKDOWNS)[number], id: string | null): string {
  const note = (where: string) => `note_id IN (SELECT id FROM notes_v2 WHERE ${where})`;
  if (by === "folder")
    return id ? note(`folder_id = '${id}'`) : `NOT coalesce(${note("folder_id IS NOT NULL")}, false)`;
  if (by === "tag") return id ? note(`'${id}' = ANY (tags)`) : `NOT coalesce(${note("tags <> '{}'")}, false)`;
  const inside = note(`folder_id IN (${FOLDERS_OF_GARDEN})`);
  return id ? inside : `NOT coalesce(${inside}, false)`;
}

test.each(BREAKDOWNS)(
  "words by %s are what a query finds, and the notes behind each row add up to it",
  async (by) => {
    const { rows } = await ann.client.insights.breakdown({ ...PERIOD, by });
    expect(rows.length).toBe({ folder: 4, tag: 4, project: 2 }[by]);
    for (const { id, name, notes: count, ...words } of rows) {
      const where = `${IN} AND ${conditionOf(by, id)}`;
      expect(words, `${by} ${name}, CAIRN_SEED=${seed}`).toEqual({
        added: await one(`SELECT sum(added) ${where}`),
        removed: await one(`SELECT sum(removed) ${where}`),
        written: await one(`SELECT sum(added) ${where} AND origin = 'typed'`),
      });
      const asked = {
        folder: { folderId: id ?? "none" },
        tag: { tag: id ?? "" },
        project: { projectId: id ?? "none" },
      };
      const behind = await ann.client.insights.writtenNotes({ ...PERIOD, ...asked[by] });
      const sum = (of: "added" | "removed" | "written") =>
        behind.notes.reduce((total, note) => total + note[of], 0);
      expect({ added: sum("added"), removed: sum("removed"), written: sum("written") }, name).toEqual(words);
      expect(behind.notes.filter(({ noteId }) => noteId !== null)).toHaveLength(count);
    }
  },
);

test("the notes behind an origin, an hour and a day are theirs alone", async () => {
  const { origins, hours, days } = await ann.client.insights.analytics(PERIOD);
  const behind = async (asked: object) =>
    (await ann.client.insights.writtenNotes({ ...PERIOD, ...asked })).notes;
  const sumOf = (listed: Awaited<ReturnType<typeof behind>>) => ({
    added: listed.reduce((sum, note) => sum + note.added, 0),
    removed: listed.reduce((sum, note) => sum + note.removed, 0),
  });
  for (const { origin, added, removed } of origins)
    expect(sumOf(await behind({ origin })), origin).toEqual({ added, removed });
  const busiest = hours.indexOf(Math.max(...hours));
  const ofNotes = (of: string, where = "") =>
    one(
      `SELECT sum(w) FROM (SELECT greatest(0, sum(${of})) AS w ${IN_HOURS}${where} AND hour = ${busiest} GROUP BY note_id) n`,
    );
  const inHour = await behind({ hour: busiest });
  expect(sumOf(inHour)).toEqual({ added: await ofNotes("added"), removed: await ofNotes("removed") });
  expect(inHour.reduce((sum, note) => sum + note.written, 0)).toBe(
    await ofNotes("added", " AND origin = 'typed'"),
  );
  const { day, added, removed } = days[0]!;
  expect(sumOf(await behind({ from: day, to: day }))).toEqual({ added, removed });
});

test("a figure changes when what is behind it does", async () => {
  const eve = await app.aUser("Eve");
  const figures = async () => {
    const { today } = await eve.client.insights.analytics(PERIOD);
    return (await eve.client.insights.analytics({ from: today, to: today })).now;
  };
  expect(await figures()).toMatchObject({ written: 0, notes: 0, sessions: 0, minutes: 0, wordsAnHour: null });
  await eve.client.notes.create({ title: "Diary", body: { format: "markdown", text: "Four words by hand" } });
  await expect.poll(figures).toMatchObject({
    written: 4,
    notes: 1,
    activeDays: 1,
    sessions: 1,
    minutes: 1,
    wordsAnHour: 240,
  });
  const { today } = await eve.client.insights.analytics(PERIOD);
  const { sessions, total } = await eve.client.insights.sessions({ from: today, to: today });
  expect(total).toBe(1);
  expect(sessions[0]).toMatchObject({ minutes: 1, written: 4, notes: [{ title: "Diary" }] });
});

test("a pause of 30 minutes is within a session, one of 31 ends it, also over midnight", async () => {
  const flo = await app.aUser("Flo");
  const { id } = await flo.client.notes.create({ title: "Night" });
  const at = (day: string, hour: number, minutes: number[]) =>
    sql(
      "INSERT INTO word_hours (user_id, note_id, day, hour, origin, added, removed, minutes) VALUES ($1, $2, $3, $4, 'typed', 10, 0, $5::bit(60))",
      [
        flo.userId,
        id,
        day,
        hour,
        Array.from({ length: 60 }, (_, at) => (minutes.includes(at) ? "1" : "0")).join(""),
      ],
    );
  await at("2026-02-10", 23, [5, 35, 59]);
  await at("2026-02-11", 0, [29]);
  await at("2026-02-11", 1, [0, 10]);
  const { sessions } = await flo.client.insights.sessions(PERIOD);
  const night = [{ noteId: id, title: "Night" }];
  expect(sessions).toEqual([
    { start: "2026-02-11T01:00", end: "2026-02-11T01:10", minutes: 11, written: 10, notes: night },
    { start: "2026-02-10T23:05", end: "2026-02-11T00:29", minutes: 85, written: 20, notes: night },
  ]);
});

test("tasks that were done and tasks that slipped are counted and listed by the account's days", async () => {
  const gil = await app.aUser("Gil");
  await gil.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
  const make = async (title: string, dueDate: string | null, completedAt?: string) => {
    const { id } = await gil.client.tasks.create({ title, dueDate });
    if (completedAt) await gil.client.tasks.update({ taskId: id, completed: true });
    if (completedAt) await sql("UPDATE tasks SET completed_at = $2 WHERE id = $1", [id, completedAt]);
  };
  await make("In time", "2026-02-10", "2026-02-10T22:30:00Z");
  // In Oslo that is the day after.
  await make("Late", "2026-02-10", "2026-02-10T23:30:00Z");
  await make("Still open", "2026-02-12");
  await make("Done later", "2026-02-28", "2026-03-05T12:00:00Z");
  await make("Of no day", null, "2026-02-01T00:30:00Z");
  await make("Before", null, "2026-01-31T22:30:00Z");
  await make("Far ahead", "2099-01-01");
  const titles = async (which: "done" | "slipped", period = PERIOD) => {
    const { tasks, total } = await gil.client.insights.tasks({ ...period, which });
    expect(total).toBe(tasks.length);
    return tasks.map(({ title }) => title).toSorted();
  };
  expect(await titles("done")).toEqual(["In time", "Late", "Of no day"]);
  expect(await titles("slipped")).toEqual(["Done later", "Late", "Still open"]);
  expect(await titles("slipped", { from: "2099-01-01", to: "2099-01-31" })).toEqual([]);
  const { now, before } = await gil.client.insights.analytics(PERIOD);
  expect([now.tasksDone, now.tasksSlipped, before.tasksDone, before.tasksSlipped]).toEqual([3, 3, 1, 0]);
});

test("notes that are old, alone, rewritten or link to nothing are found", async () => {
  const hal = await app.aUser("Hal");
  const make = (title: string, text: string) =>
    hal.client.notes.create({ title, body: { format: "markdown", text } });
  const hub = await make("Hub", "See [[Spoke]] and [[Nowhere]]");
  const spoke = await make("Spoke", "Nothing here");
  const alone = await make("Alone", "Nobody knows me");
  const found = async (which: "stale" | "orphans" | "lost-links" | "rewritten") => {
    const { notes: listed, total } = await hal.client.insights.upkeep({ ...PERIOD, which });
    expect(total).toBe(listed.length);
    return listed.map(({ noteId, lost }) => (lost.length > 0 ? [noteId, lost] : noteId));
  };
  expect(await found("orphans")).toEqual([alone.id]);
  expect(await found("lost-links")).toEqual([[hub.id, ["nowhere"]]]);
  expect(await found("stale")).toEqual([]);
  await sql("UPDATE notes_v2 SET updated_at = now() - interval '181 days' WHERE id = $1", [spoke.id]);
  expect(await found("stale")).toEqual([spoke.id]);
  await hal.client.notes.remove({ noteId: spoke.id });
  expect(await found("lost-links")).toEqual([[hub.id, ["nowhere", "spoke"]]]);
  expect(await found("stale")).toEqual([]);
  // One in the trash is called by its title, one that is gone by nothing.
  const gone = "0190a0b0-0000-7000-8000-000000000001";
  const ids = await make(
    "Ids",
    `[a](/app/editor/${spoke.id}), [b](/app/editor/${gone}), [c](/app/editor/${hub.id})`,
  );
  expect(await found("lost-links")).toEqual([
    [hub.id, ["nowhere", "spoke"]],
    [ids.id, ["", "Spoke"]],
  ]);
  expect(await found("rewritten")).toEqual([]);
  await sql(
    "INSERT INTO word_days (user_id, note_id, day, origin, added, removed) VALUES ($1, $2, '2026-02-03', 'typed', 9, 7)",
    [hal.userId, alone.id],
  );
  expect(await found("rewritten")).toEqual([alone.id]);
});

test("hours in the calendar are those of one's own events within the period, series and all", async () => {
  const ida = await app.aUser("Ida");
  await ida.client.preferences.update({ settings: { timeZone: "Europe/Oslo" } });
  const create = (event: Parameters<typeof ida.client.events.create>[0]) => ida.client.events.create(event);
  await create({
    title: "Choir",
    date: "2026-02-02",
    time: "18:00",
    endTime: "19:30",
    repeat: "FREQ=WEEKLY;COUNT=3",
  });
  await create({ title: "Night shift", date: "2026-02-28", time: "22:00", endTime: "06:00" });
  await create({ title: "Holiday", date: "2026-02-05" });
  await create({ title: "In March", date: "2026-03-02", time: "10:00", endTime: "11:00" });
  const { calendars, titles, isTruncated } = await ida.client.insights.time(PERIOD);
  expect(
    titles.map(({ title, minutes, count, events }) => [title, minutes, count, events.map(({ day }) => day)]),
  ).toEqual([
    ["Choir", 270, 3, ["2026-02-02", "2026-02-09", "2026-02-16"]],
    ["Night shift", 120, 1, ["2026-02-28"]],
  ]);
  expect(calendars.map(({ minutes, count, events }) => [minutes, count, events.at(-1)?.day])).toEqual([
    [390, 4, "2026-02-28"],
  ]);
  expect(isTruncated).toBe(false);
});

test("nobody sees the figures of another, and a wrong span is refused", async () => {
  const mallory = await app.aUser("Mallory");
  const found = await mallory.client.insights.analytics(PERIOD);
  expect(found).toMatchObject({ exactFrom: null, days: [], origins: [], now: { added: 0, notes: 0 } });
  expect(await mallory.client.insights.writtenNotes({ ...PERIOD, folderId: garden.folderId! })).toEqual({
    total: 0,
    notes: [],
  });
  expect(await mallory.client.insights.breakdown({ ...PERIOD, by: "project" })).toEqual({ rows: [] });
  const invalid = expect.objectContaining({ code: "INVALID_INPUT" });
  await expect(ann.client.insights.analytics({ from: "2026-02-02", to: "2026-02-01" })).rejects.toEqual(
    invalid,
  );
  await expect(ann.client.insights.time({ from: "2025-01-01", to: "2026-12-01" })).rejects.toEqual(invalid);
  await expect(app.visitor().client.insights.analytics(PERIOD)).rejects.toEqual(
    expect.objectContaining({ code: "UNAUTHENTICATED" }),
  );
});
