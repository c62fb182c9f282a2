import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { thinHistory } from "./thin-history.ts";

fc.configureGlobal({ seed });

const secret = "a".repeat(64);
let app: TestApp;
let ann: SignedInVisitor;
let mallory: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp({}, undefined, { secret });
  ann = await app.aUser("Ann");
  mallory = await app.aUser("Mallory");
});
afterAll(() => app.close());

const md = (text: string) => ({ format: "markdown" as const, text });
const textOf = async (noteId: string, visitor: Visitor = ann) =>
  (await visitor.client.notes.body({ noteId, format: "text" })).text;
const versionText = async (noteId: string, seq: number) =>
  (await ann.client.notes.version({ noteId, seq, format: "text" })).text;
const versionsOf = async (noteId: string) => (await ann.client.notes.versions({ noteId })).versions;

async function write(noteId: string, text: string, visitor: Visitor = ann): Promise<number> {
  const { seq } = await visitor.client.notes.body({ noteId });
  return (await visitor.client.notes.replaceBody({ noteId, body: md(text), baseSeq: seq })).seq;
}

/** As if everything so far had been written that much earlier. */
async function ago(noteId: string, interval: string): Promise<void> {
  await app.database.asSuperuser("UPDATE note_updates SET at = at - $2::interval WHERE note_id = $1", [
    noteId,
    interval,
  ]);
  await app.database.asSuperuser(
    "UPDATE note_history SET started_at = started_at - $2::interval, ended_at = ended_at - $2::interval WHERE note_id = $1",
    [noteId, interval],
  );
}

/** A note that was written in sittings with pauses of an hour. */
async function aNote(sittings: string[], owner = ann): Promise<{ id: string; seqs: number[] }> {
  const { id } = await owner.client.notes.create({ title: "Diary" });
  const seqs: number[] = [];
  for (const text of sittings) {
    await ago(id, "1 hour");
    seqs.push(await write(id, text, owner));
  }
  return { id, seqs };
}

const compact = (noteId: string, on = app) => on.services.collab.compact(noteId, ann.userId);

test("each pause makes a version, told the same before and after the log was compacted", async () => {
  const { id, seqs } = await aNote(["one two", "one two three", "one three four"]);
  const before = await versionsOf(id);
  expect(
    before.map(({ seq, wordCount, wordsAdded, wordsRemoved, isCurrent, kind }) => ({
      seq,
      wordCount,
      wordsAdded,
      wordsRemoved,
      isCurrent,
      kind,
    })),
  ).toEqual([
    { seq: seqs[2], wordCount: 3, wordsAdded: 1, wordsRemoved: 1, isCurrent: true, kind: "written" },
    { seq: seqs[1], wordCount: 3, wordsAdded: 1, wordsRemoved: 0, isCurrent: false, kind: "written" },
    { seq: seqs[0], wordCount: 2, wordsAdded: 2, wordsRemoved: 0, isCurrent: false, kind: "written" },
  ]);
  expect(before[0]!.authors).toEqual([{ id: ann.userId, name: "Ann" }]);
  await compact(id);
  expect(await versionsOf(id)).toEqual(before);
  expect(await versionText(id, seqs[0]!)).toBe("one two");
  expect(await versionText(id, seqs[1]!)).toBe("one two three");
  const page = await ann.client.notes.versions({ noteId: id, limit: 2 });
  expect(page.nextBefore).toBe(seqs[1]);
  const rest = await ann.client.notes.versions({ noteId: id, before: page.nextBefore! });
  expect([...page.versions, ...rest.versions]).toEqual(before);
  expect(rest.nextBefore).toBeNull();
});

test("who goes on within minutes goes on with the version, also after a compaction", async () => {
  const { id } = await aNote(["one"]);
  await write(id, "one two");
  await compact(id);
  await write(id, "one two three");
  expect(await versionsOf(id)).toHaveLength(1);
  await compact(id);
  const [only, ...others] = await versionsOf(id);
  expect([others, only!.wordsAdded]).toEqual([[], 3]);
});

test("a body in each format, and what differs between versions and now", async () => {
  const { id, seqs } = await aNote(["the red house", "the **blue** house\n\nand more"]);
  const html = await ann.client.notes.version({ noteId: id, seq: seqs[1]!, format: "html" });
  expect(html.text).toContain("<strong>blue</strong>");
  const compared = await ann.client.notes.compareVersions({ noteId: id, from: seqs[0]! });
  expect(compared).toMatchObject({ from: seqs[0], to: seqs[1], wordsAdded: 3, wordsRemoved: 1 });
  expect(compared.changes.map(({ kind, what }) => [kind, what])).toEqual([
    ["deleted", ""],
    ["inserted", ""],
    ["inserted", "Paragraph"],
  ]);
  const whole = await ann.client.notes.compareVersions({ noteId: id, from: 0, to: seqs[0]! });
  expect([whole.wordsAdded, whole.wordsRemoved]).toEqual([3, 0]);
  await expect(
    ann.client.notes.compareVersions({ noteId: id, from: seqs[1]!, to: seqs[0]! }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("restoring is one more change: the state before is a version of its own and can be restored again", async () => {
  const { id, seqs } = await aNote(["first thoughts", "second thoughts entirely"]);
  const restored = await ann.client.notes.restoreVersion({ noteId: id, seq: seqs[0]! });
  expect(restored).toMatchObject({ before: seqs[1], isChanged: true });
  expect(await textOf(id)).toBe("first thoughts");
  await compact(id);
  const versions = await versionsOf(id);
  expect(versions.map(({ seq, kind, restoredFrom }) => [seq, kind, restoredFrom])).toEqual([
    [restored.seq, "restored", seqs[0]],
    [seqs[1], "beforeRestore", null],
    [seqs[0], "written", null],
  ]);
  await ann.client.notes.restoreVersion({ noteId: id, seq: restored.before });
  expect(await textOf(id)).toBe("second thoughts entirely");
  const { activities } = await ann.client.activity.list({ entityId: id });
  // Beside it the log may tell already how many words there are now.
  expect(activities.find(({ type }) => type === "note_version_restored")).toMatchObject({
    title: 'Restored an earlier version of "Diary"',
  });
  expect(await ann.client.notes.restoreVersion({ noteId: id, seq: seqs[1]! })).toMatchObject({
    isChanged: false,
  });
});

test("a name keeps its version from being thinned, and can be taken away", async () => {
  const { id, seqs } = await aNote(["a", "a b", "a b c", "a b c d"]);
  await ann.client.notes.nameVersion({ noteId: id, seq: seqs[1]!, name: " Draft for Tom " });
  const named = (await versionsOf(id)).find(({ seq }) => seq === seqs[1])!;
  expect(named).toMatchObject({ kind: "kept", name: "Draft for Tom" });
  await compact(id);
  await ago(id, "20 days");
  await thinHistory(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId });
  const left = (await versionsOf(id)).map(({ seq }) => seq);
  expect(left).toContain(seqs[1]);
  expect(left.length).toBeLessThan(4);
  await ann.client.notes.nameVersion({ noteId: id, seq: seqs[1]!, name: null });
  expect((await versionsOf(id)).find(({ seq }) => seq === seqs[1])!.name).toBeNull();
  const now = await ann.client.notes.nameVersion({ noteId: id, name: "Now" });
  expect(now.seq).toBe(seqs[3]);
});

test("an empty note has nothing to keep", async () => {
  const { id } = await ann.client.notes.create({ title: "Empty" });
  expect(await versionsOf(id)).toEqual([]);
  await expect(ann.client.notes.nameVersion({ noteId: id, name: "x" })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await ann.client.notes.compareVersions({ noteId: id, from: 0 })).toMatchObject({ changes: [] });
});

test("nobody else sees, compares, names or restores a version, and places that are none are NOT_FOUND", async () => {
  const { id, seqs } = await aNote(["mine alone"]);
  const seq = seqs[0]!;
  const { notes } = mallory.client;
  for (const call of [
    () => notes.versions({ noteId: id }),
    () => notes.version({ noteId: id, seq }),
    () => notes.compareVersions({ noteId: id, from: 0, to: seq }),
    () => notes.compareVersions({ noteId: id, from: 0 }),
    () => notes.restoreVersion({ noteId: id, seq }),
    () => notes.nameVersion({ noteId: id, seq, name: "x" }),
    () => ann.client.notes.version({ noteId: id, seq: seq + 1_000_000 }),
    () => ann.client.notes.restoreVersion({ noteId: id, seq: seq + 1_000_000 }),
    () => ann.client.notes.nameVersion({ noteId: id, seq: seq + 1_000_000, name: "x" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(ann.client.notes.nameVersion({ noteId: id, seq, name: "  " })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("an editor reads the history with the names of who wrote, a viewer none of it", async () => {
  const { id, seqs } = await aNote(["shared words", "shared words again"]);
  const bob = await app.aUser("Bob");
  await app.database.asSuperuser(
    "INSERT INTO note_access (note_id, owner_id, user_id, role) VALUES ($1, $2, $3, 'viewer')",
    [id, ann.userId, bob.userId],
  );
  const refused = { code: "NOT_FOUND" };
  await expect(bob.client.notes.versions({ noteId: id })).rejects.toMatchObject(refused);
  const restore = bob.client.notes.restoreVersion({ noteId: id, seq: seqs[0]! });
  await expect(restore).rejects.toMatchObject(refused);
  await expect(bob.client.notes.nameVersion({ noteId: id, name: "his" })).rejects.toMatchObject(refused);
  await app.database.asSuperuser("UPDATE note_access SET role = 'editor' WHERE note_id = $1", [id]);
  const { versions } = await bob.client.notes.versions({ noteId: id });
  expect(versions.map(({ authors }) => authors)).toEqual(Array(2).fill([{ id: ann.userId, name: "Ann" }]));
});

test("two servers that compact, thin and name at once make no version twice and lose none that is named", async () => {
  const other = await startTestApp({}, undefined, {
    secret,
    dataDir: app.dataDir,
    database: { ...app.database, drop: async () => {} },
  });
  const { id, seqs } = await aNote(["a", "a b", "a b c", "a b c d", "a b c d e"]);
  await ago(id, "30 days");
  const thin = (on: TestApp) =>
    thinHistory(on.services.db, on.services.collab.bodies, { id, ownerId: ann.userId });
  await Promise.all([
    compact(id),
    compact(id, other),
    ann.client.notes.nameVersion({ noteId: id, seq: seqs[2]!, name: "the third" }),
    thin(app),
    thin(other),
  ]);
  await Promise.all([compact(id), compact(id, other)]);
  await Promise.all([thin(app), thin(other)]);
  const versions = await versionsOf(id);
  expect(new Set(versions.map(({ seq }) => seq)).size).toBe(versions.length);
  expect(versions.find(({ name }) => name === "the third")?.seq).toBe(seqs[2]);
  expect(await versionText(id, seqs[2]!)).toBe("a b c");
  expect(await versionText(id, seqs[4]!)).toBe("a b c d e");
  await other.services.collab.stop();
  await other.services.db.close();
});

test("a restore that ended half-way has lost nothing: what was there is a version, and trying again restores", async () => {
  const { id, seqs } = await aNote(["early", "late and longer"]);
  const { collab, db } = app.services;
  const { restoreVersion } = await import("./keep-version.ts");
  const cut = {
    bodies: collab.bodies,
    appendUpdate: () => Promise.reject(new Error("the process was killed")),
  };
  await expect(restoreVersion(db, cut, ann.userId, { noteId: id, seq: seqs[0]! })).rejects.toThrow("killed");
  expect(await textOf(id)).toBe("late and longer");
  expect((await versionsOf(id))[0]).toMatchObject({ seq: seqs[1], kind: "beforeRestore" });
  await ann.client.notes.restoreVersion({ noteId: id, seq: seqs[0]! });
  expect(await textOf(id)).toBe("early");
});

test("whatever others write while a version is restored stays, in the note or in a version", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e9 }), async (lot) => {
      const random = randomFrom(lot);
      const { id, seqs } = await aNote([
        "alpha\n\nbeta\n\ngamma",
        "alpha two\n\nbeta two\n\ngamma two\n\ndelta",
      ]);
      const tokens: string[] = [];
      const writeMeanwhile = async (index: number) => {
        const token = `token${lot}x${index}`;
        const { parts } = await app.services.db.withUser(ann.userId, async (tx) => {
          const { readBody } = await import("../collab/load-note.ts");
          return readBody(tx, id);
        });
        const now = await textOf(id);
        const payload = await app.services.collab.bodies.replace(
          parts,
          md(`${now.replaceAll("\n", "\n\n")}\n\n${token}`),
        );
        if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 5));
        await app.services.collab.appendUpdate({
          noteId: id,
          actorId: ann.userId,
          payload,
          schemaVersion: SCHEMA_VERSION,
          via: "server",
        });
        tokens.push(token);
      };
      await Promise.all([
        ann.client.notes.restoreVersion({ noteId: id, seq: seqs[Math.floor(random() * 2)]! }),
        writeMeanwhile(1),
        writeMeanwhile(2),
      ]);
      if (random() < 0.5) await compact(id);
      const states = [await textOf(id)];
      for (const { seq } of await versionsOf(id)) states.push(await versionText(id, seq));
      for (const token of tokens)
        expect(
          states.some((text) => text.includes(token)),
          `${token} of lot ${lot}, CAIRN_SEED=${seed}`,
        ).toBe(true);
    }),
    { numRuns: 12 },
  );
}, 60_000);
