import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { forEachWord } from "#document/text/words.ts";
import { blockTexts } from "#document/yjs/block-text.ts";
import { clockOf } from "#language/time-zone.ts";
import { seed } from "#testing/run-seed.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { deriveNotes } from "../collab/derive-notes.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const ZONES = { Ann: "Europe/Oslo", Bob: "America/New_York" };
const BURSTS = 45;

function randomOf(start: number): (below: number) => number {
  let state = start >>> 0 || 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const VOCABULARY = "stone wall dry last frost moss gate path rain ash 石垣 長く残る".split(" ");

/** One thing that a person does to a text: types, cuts, pastes, sets bold, accepts what a model wrote. */
function edit(page: SyncClient, random: (below: number) => number, burst: number): void {
  const fragment = page.doc.getXmlFragment(FRAGMENT);
  const action = random(8);
  if (fragment.length < 2 || action === 0) return page.write(someWords(random, 1 + random(5)));
  if (action === 1)
    return page.write(Array.from({ length: 25 }, (_, index) => `pasted${burst}x${index}`).join(" "));
  const line = (fragment.get(random(fragment.length)) as Y.XmlElement).get(0) as Y.XmlText;
  const at = random(line.length + 1);
  const rest = line.length - at;
  if (action === 2 && rest > 0) line.format(at, rest, { bold: true });
  else if (action === 3)
    line.insert(at, ` ${someWords(random, 4)} `, { origin: { kind: "ai", model: "test" } });
  else if (action <= 5 && rest > 0) line.delete(at, 1 + random(Math.min(rest, 30)));
  else for (const letter of ` ${someWords(random, 1 + random(3))}`) line.insert(line.length, letter);
}

const someWords = (random: (below: number) => number, count: number): string =>
  Array.from({ length: count }, () => VOCABULARY[random(VOCABULARY.length)]).join(" ");

type LogRow = { id: number; payload: Buffer; at: Date; actor_id: string; origin: string | null };
type Count = { added: number; removed: number };

/** What the log says when each of its rows is read by itself, and all words of the note are counted after each. */
function recomputed(rows: LogRow[], zones: Record<string, string>) {
  const doc = new Y.Doc();
  const days = new Map<string, Map<string, number>>();
  const hours = new Map<string, Count>();
  const minutes = new Map<string, Set<number>>();
  let before = wordsOf(doc);
  for (const row of rows) {
    Y.applyUpdate(doc, row.payload);
    const after = wordsOf(doc);
    const clock = clockOf(row.at, zones[row.actor_id]);
    const [day, hour] = [clock.toISOString().slice(0, 10), clock.getUTCHours()];
    const people = difference(before.people, after.people);
    const isPaste = row.origin === "paste" && sum(people).added >= 20;
    const isByHand = row.origin === null || row.origin === "typed" || row.origin === "paste";
    const origin = isByHand ? (isPaste ? "paste" : "typed") : row.origin!;
    const keep = (of: string, change: Map<string, number>) => {
      const key = `${row.actor_id} ${day} ${of}`;
      const known = days.get(key) ?? new Map<string, number>();
      const was = sum(known);
      for (const [word, count] of change) known.set(word, (known.get(word) ?? 0) + count);
      days.set(key, known);
      const is = sum(known);
      const inHour = hours.get(`${key} ${hour}`) ?? { added: 0, removed: 0 };
      inHour.added += is.added - was.added;
      inHour.removed += is.removed - was.removed;
      hours.set(`${key} ${hour}`, inHour);
    };
    keep(origin, people);
    keep(isByHand ? "ai" : origin, difference(before.models, after.models));
    if (isByHand) {
      const key = `${row.actor_id} ${day} typed ${hour}`;
      minutes.set(key, (minutes.get(key) ?? new Set()).add(clock.getUTCMinutes()));
    }
    before = after;
  }
  return { days: mapped(days), hours: withoutEmpty(hours), minutes, left: before };
}

const mapped = (days: Map<string, Map<string, number>>) =>
  withoutEmpty(new Map(Array.from(days, ([key, words]) => [key, sum(words)])));
const withoutEmpty = (counts: Map<string, Count>): Record<string, Count> =>
  Object.fromEntries([...counts].filter(([, { added, removed }]) => added !== 0 || removed !== 0).toSorted());

function sum(words: Map<string, number>): Count {
  const counts = [...words.values()];
  return {
    added: counts.filter((count) => count > 0).reduce((total, count) => total + count, 0),
    removed: counts.filter((count) => count < 0).reduce((total, count) => total - count, 0),
  };
}

function wordsOf(doc: Y.Doc) {
  const all = { people: new Map<string, number>(), models: new Map<string, number>() };
  for (const block of doc.getXmlFragment(FRAGMENT).toArray()) {
    const texts = blockTexts(block as Y.XmlElement);
    for (const kind of ["people", "models"] as const)
      forEachWord(texts[kind], (word) => all[kind].set(word, (all[kind].get(word) ?? 0) + 1));
  }
  return all;
}

function difference(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  const change = new Map(after);
  for (const [word, count] of before) change.set(word, (change.get(word) ?? 0) - count);
  return change;
}

async function stored(noteId: string) {
  const days = await app.database.asSuperuser<Count & { key: string }>(
    "SELECT user_id || ' ' || day || ' ' || origin AS key, added, removed FROM word_days WHERE note_id = $1",
    [noteId],
  );
  const hours = await app.database.asSuperuser<Count & { key: string; minutes: string }>(
    "SELECT user_id || ' ' || day || ' ' || origin || ' ' || hour AS key, added, removed, minutes::text FROM word_hours WHERE note_id = $1",
    [noteId],
  );
  const asCounts = (rows: (Count & { key: string })[]) =>
    withoutEmpty(new Map(rows.map(({ key, added, removed }) => [key, { added, removed }])));
  return {
    days: asCounts(days),
    hours: asCounts(hours),
    minutes: new Map(
      hours
        .filter(({ minutes }) => minutes.includes("1"))
        .map(({ key, minutes }) => [
          key,
          new Set(Array.from(minutes, (bit, minute) => (bit === "1" ? minute : -1)).filter((at) => at >= 0)),
        ]),
    ),
  };
}

async function twoWriters() {
  const people = { Ann: await app.aUser("Ann"), Bob: await app.aUser("Bob") };
  for (const name of ["Ann", "Bob"] as const)
    await people[name].client.preferences.update({ settings: { timeZone: ZONES[name] } });
  const { id } = await people.Ann.client.notes.create({ title: "Walls" });
  const { shareId } = await people.Ann.client.sharing.shareNote({
    noteId: id,
    email: people.Bob.email,
    role: "editor",
  });
  await people.Bob.client.sharing.accept({ shareId });
  const pages = [await openOf(people.Ann, id), await openOf(people.Bob, id)];
  return { ...people, id, pages };
}

async function openOf(person: SignedInVisitor, noteId: string): Promise<SyncClient> {
  const page = openNote(app, person, noteId);
  await page.synced;
  return page;
}

test("after any edits of two people, derived at any moments and counted at some of them, the kept hours and days are those of the log", async () => {
  vi.spyOn(app.services.collab.derivation, "schedule").mockReturnValue();
  const random = randomOf(seed);
  const { Ann, Bob, id, pages } = await twoWriters();
  const deps = { db: app.services.db, bodies: app.services.collab.bodies };
  let clock = Date.parse("2026-03-01T06:00:00Z");
  let through = 0;
  for (let burst = 0; burst < BURSTS; burst++) {
    const page = pages[random(2)]!;
    edit(page, random, burst);
    await page.saved();
    clock += (1 + random(70)) * 60_000;
    const [moved] = await app.database.asSuperuser<{ through: number }>(
      "WITH moved AS (UPDATE note_updates SET at = $3 WHERE note_id = $1 AND id > $2 RETURNING id) SELECT coalesce(max(id), $2)::int AS through FROM moved",
      [id, through, new Date(clock)],
    );
    through = moved!.through;
    const next = random(3);
    if (next === 0) await app.services.collab.derivation.deriveNow(id, Ann.userId);
    // The text alone.
    else if (next === 1) await deriveNotes(deps, Ann.userId, [id], new Set([id]));
  }
  await app.services.collab.derivation.deriveNow(id, Ann.userId);
  const rows = await app.database.asSuperuser<LogRow>(
    "SELECT id, payload, at, actor_id, origin FROM note_updates WHERE note_id = $1 ORDER BY id",
    [id],
  );
  const { left, ...expected } = recomputed(rows, { [Ann.userId]: ZONES.Ann, [Bob.userId]: ZONES.Bob });
  const kept = await stored(id);
  expect(kept, `CAIRN_SEED=${seed}`).toEqual(expected);
  // What came and did not go is there; and the hours of each day are its row.
  const net = Object.values(kept.days).reduce((total, { added, removed }) => total + added - removed, 0);
  expect(net, `CAIRN_SEED=${seed}`).toBe(sum(left.people).added + sum(left.models).added);
  expect((await Ann.client.notes.get({ noteId: id })).wordCount).toBeGreaterThan(0);
  pages.forEach((page) => page.close());
});

test("older days stay as they were counted when the log is merged, read again and written on", async () => {
  const ann = await app.aUser("Cleo");
  const { id } = await ann.client.notes.create({
    title: "Diary",
    body: { format: "markdown", text: "Four words by hand" },
  });
  await app.database.asSuperuser("UPDATE word_days SET day = '2026-01-02' WHERE note_id = $1", [id]);
  await app.database.asSuperuser("UPDATE word_hours SET day = '2026-01-02', hour = 7 WHERE note_id = $1", [
    id,
  ]);
  const page = await openOf(ann, id);
  page.write("And five more of today");
  await page.saved();
  await expect.poll(async () => Object.keys((await stored(id)).hours).length).toBe(2);
  page.close();
  await app.services.collab.derivation.deriveNow(id, ann.userId);
  const { days, hours } = await stored(id);
  expect(days[`${ann.userId} 2026-01-02 typed`]).toEqual({ added: 4, removed: 0 });
  expect(hours[`${ann.userId} 2026-01-02 typed 7`]).toEqual({ added: 4, removed: 0 });
});

test("of an account with too many hours the oldest go, and the days stay", async () => {
  const dora = await app.aUser("Dora");
  const { userId } = dora;
  await app.database.asSuperuser(
    `INSERT INTO word_hours (user_id, day, hour, origin, added, removed, minutes)
     SELECT $1, '2020-01-01'::date + n, 9, 'typed', 2, 0, 0::bit(60) FROM generate_series(0, 79) n`,
    [userId],
  );
  await app.services.db.asSystem("test", (tx) => tx.call("purgeWords", 60));
  const [left] = await app.database.asSuperuser(
    "SELECT count(*)::int AS hours, min(day)::text AS first FROM word_hours WHERE user_id = $1",
    [userId],
  );
  expect(left).toEqual({ hours: 60, first: "2020-01-21" });
});
