import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { compactNote } from "./compact.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

/** Writes paragraphs one by one, as a page does, and answers the document they make. */
async function write(noteId: string, doc: Y.Doc, words: string[]): Promise<void> {
  for (const word of words) {
    const before = Y.encodeStateVector(doc);
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.insert(0, [new Y.XmlText(word)]);
    doc.getXmlFragment(FRAGMENT).push([paragraph]);
    const payload = Y.encodeStateAsUpdate(doc, before);
    await app.services.collab.appendUpdate({
      noteId,
      actorId: ann.userId,
      payload,
      schemaVersion: SCHEMA_VERSION,
      via: "server",
    });
  }
}

const rows = (table: string, noteId: string) =>
  app.database.asSuperuser<{ payload: Buffer; from_id: number; through_id: number }>(
    `SELECT * FROM ${table} WHERE note_id = $1`,
    [noteId],
  );
const textOf = async (noteId: string) => (await ann.client.notes.body({ noteId, format: "text" })).text;

test("compaction moves the log into a snapshot and history, and the text stays to the letter", async () => {
  const { id } = await ann.client.notes.create({ title: "Long" });
  const doc = new Y.Doc();
  await write(id, doc, ["one", "two", "three"]);
  doc.getXmlFragment(FRAGMENT).delete(1, 1);
  await write(id, doc, ["four"]);
  const before = await textOf(id);
  expect(await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId })).toBe(4);
  expect(await rows("note_updates", id)).toEqual([]);
  expect(await rows("note_snapshots", id)).toHaveLength(1);
  expect(await textOf(id)).toBe(before);
  const replayed = new Y.Doc();
  for (const chunk of await rows("note_history", id)) Y.applyUpdate(replayed, chunk.payload);
  expect(replayed.getXmlFragment(FRAGMENT).toJSON()).toBe(doc.getXmlFragment(FRAGMENT).toJSON());
});

test("writing goes on after a compaction, and the next one takes up where it ended", async () => {
  const { id } = await ann.client.notes.create({ title: "Twice" });
  const doc = new Y.Doc();
  await write(id, doc, ["one", "two"]);
  await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId });
  await write(id, doc, ["three"]);
  expect(await textOf(id)).toBe("one\ntwo\nthree");
  expect(await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId })).toBe(1);
  expect(await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId })).toBe(0);
  expect(await textOf(id)).toBe("one\ntwo\nthree");
  // Nobody paused for long, so it is one sitting still.
  expect(await rows("note_history", id)).toHaveLength(1);
});

test("compactions and writers at once lose nothing", async () => {
  const { id } = await ann.client.notes.create({ title: "Busy" });
  const doc = new Y.Doc();
  const words = Array.from({ length: 120 }, (_, index) => `word${index}`);
  const writing = write(id, doc, words);
  const compacting = Array.from({ length: 12 }, async (_, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 15));
    return compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId });
  });
  await Promise.all([writing, ...compacting]);
  expect(await textOf(id)).toBe(words.join("\n"));
});

test("a row that cannot be read is left where it is, and the note still opens", async () => {
  const { id } = await ann.client.notes.create({ title: "Broken" });
  await write(id, new Y.Doc(), ["sound"]);
  await app.database.asSuperuser(
    `INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
     VALUES (nextval('note_update_ids'), $1, $2, $2, '\\xffffffff', 1)`,
    [id, ann.userId],
  );
  expect(await textOf(id)).toBe("sound");
  await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId });
  expect(await textOf(id)).toBe("sound");
  expect(await rows("note_updates", id)).toHaveLength(1);
});

test("a note that was compacted before it was derived still moves to the top of the list", async () => {
  const { id, updatedAt } = await ann.client.notes.create({ title: "Moves up" });
  await write(id, new Y.Doc(), ["later words"]);
  await compactNote(app.services.db, app.services.collab.bodies, { id, ownerId: ann.userId });
  await app.services.collab.derivation.deriveNow(id, ann.userId);
  const note = await ann.client.notes.get({ noteId: id });
  expect(note.excerpt).toBe("later words");
  expect(Date.parse(note.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
});
