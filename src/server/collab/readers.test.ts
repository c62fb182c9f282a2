import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** What somebody who may only read or comment receives of a note, byte by byte. */
const SECRET = "quokkasecret";
const READERS = ["viewer", "commenter"] as const;

let app: TestApp;
let owner: SignedInVisitor;
const guests = {} as Record<"viewer" | "commenter" | "editor", SignedInVisitor>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.aUser("Owner");
  for (const role of [...READERS, "editor"] as const) guests[role] = await app.aUser(role);
});
afterAll(() => app.close());

const open = (visitor: SignedInVisitor, noteId: string, doc?: Y.Doc): SyncClient =>
  openNote(app, visitor, noteId, doc ? { doc } : {});
const isTold = (client: SyncClient) => client.received().includes(SECRET);
const fragmentOf = (doc: Y.Doc) => doc.getXmlFragment(FRAGMENT);
const textIn = (doc: Y.Doc, index: number) =>
  (fragmentOf(doc).get(index) as Y.XmlElement).get(0) as Y.XmlText;

async function share(noteId: string, role: keyof typeof guests): Promise<string> {
  const { email, client } = guests[role];
  const { shareId } = await owner.client.sharing.shareNote({ noteId, email, role });
  await client.sharing.accept({ shareId });
  return shareId;
}

async function unloaded(noteId: string): Promise<void> {
  await expect.poll(() => app.services.collab.hocuspocus.documents.has(`note:${noteId}`)).toBe(false);
}

/** A note whose log holds text, an attribute and a whole paragraph that were removed again, and "plain words". */
async function aNoteWithAPast(): Promise<string> {
  const { id } = await owner.client.notes.create({ title: "Past" });
  const page = open(owner, id);
  await page.synced;
  page.write("plain words");
  page.write(`${SECRET} paragraph`);
  await page.saved();
  const paragraph = fragmentOf(page.doc).get(0) as Y.XmlElement;
  textIn(page.doc, 0).insert(5, ` ${SECRET}`);
  paragraph.setAttribute("data-src", `/${SECRET}`);
  await page.saved();
  textIn(page.doc, 0).delete(5, SECRET.length + 1);
  paragraph.setAttribute("data-src", "/other");
  fragmentOf(page.doc).delete(1, 1);
  await page.saved();
  page.close();
  await unloaded(id);
  return id;
}

async function everWritten(noteId: string): Promise<Buffer> {
  const rows = await app.database.asSuperuser<{ payload: Buffer }>(
    "SELECT payload FROM note_updates WHERE note_id = $1 UNION ALL SELECT payload FROM note_history WHERE note_id = $1",
    [noteId],
  );
  return Buffer.concat(rows.map(({ payload }) => payload));
}

test.each(READERS)("a %s receives nothing that was deleted before", async (role) => {
  const noteId = await aNoteWithAPast();
  await share(noteId, role);
  const page = open(guests[role], noteId);
  await page.sees("plain words");
  expect(isTold(page)).toBe(false);
  expect((await everWritten(noteId)).includes(SECRET)).toBe(true);
  // What follows converges: edits beside what was left out, by somebody who still has it.
  const writer = open(owner, noteId);
  await writer.sees("plain words");
  textIn(writer.doc, 0).insert(5, " and further");
  await writer.saved();
  await page.sees("plain and further words");
  expect(page.text()).toBe(writer.text());
  page.close();
  writer.close();
});

test("a stranger's first open after an editor's leaves out what was deleted, too", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const writer = open(owner, noteId);
  await writer.sees("plain words");
  const page = open(guests.viewer, noteId);
  await page.sees("plain words");
  expect(isTold(page)).toBe(false);
  for (const client of [page, writer]) client.close();
});

test("what an editor wrote and deleted while away reaches the log, and no reader", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const page = open(guests.viewer, noteId);
  await page.sees("plain words");
  // Like the page's own documents, this one keeps what was deleted.
  const kept = new Y.Doc({ gc: false });
  const before = open(owner, noteId, kept);
  await before.sees("plain words");
  before.close();
  await before.closed;
  textIn(kept, 0).insert(0, `${SECRET} offline `);
  textIn(kept, 0).delete(0, SECRET.length + 9);
  textIn(kept, 0).insert(0, "Afterwards ");
  const again = open(owner, noteId, kept);
  await again.saved();
  await page.sees("Afterwards plain words");
  expect(isTold(page)).toBe(false);
  for (const client of [page, again]) client.close();
});

test("what is written and deleted in one turn is told to no reader", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const page = open(guests.viewer, noteId);
  await page.sees("plain words");
  const document = app.services.collab.hocuspocus.documents.get(`note:${noteId}`)!;
  const other = new Y.Doc({ gc: false });
  Y.applyUpdate(other, Y.encodeStateAsUpdate(page.doc));
  // Changes that are committed together are applied one after the other, and told together.
  other.on("update", (update: Uint8Array) => Y.applyUpdate(document, update));
  textIn(other, 0).insert(0, `Kept ${SECRET} turn `);
  textIn(other, 0).delete(5, SECRET.length + 6);
  await page.sees("Kept plain words");
  expect(isTold(page)).toBe(false);
  expect(Y.encodeStateVector(page.doc)).toEqual(Y.encodeStateVector(document));
  page.close();
});

test("a reader who comes back is told what is there now, not what came and went meanwhile", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const doc = new Y.Doc({ gc: false });
  const first = open(guests.viewer, noteId, doc);
  await first.sees("plain words");
  first.close();
  await first.closed;
  const writer = open(owner, noteId);
  await writer.sees("plain words");
  textIn(writer.doc, 0).insert(0, `${SECRET} meanwhile `);
  await writer.saved();
  textIn(writer.doc, 0).delete(0, SECRET.length + 11);
  writer.write("the end");
  await writer.saved();
  const again = open(guests.viewer, noteId, doc);
  await again.sees("the end");
  expect(isTold(again)).toBe(false);
  expect(again.text()).toBe(writer.text());
  for (const client of [writer, again]) client.close();
});

test("a reader on another node is told of no text that was deleted before that node heard of it", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const page = open(guests.viewer, noteId);
  await page.sees("plain words");
  // As another node commits: straight into the log, and told to nobody here before both are in it.
  const other = new Y.Doc({ gc: false });
  Y.applyUpdate(other, Y.encodeStateAsUpdate(page.doc));
  const updates: Uint8Array[] = [];
  other.on("update", (update: Uint8Array) => updates.push(update));
  textIn(other, 0).insert(0, `${SECRET} elsewhere `);
  textIn(other, 0).delete(0, SECRET.length + 11);
  textIn(other, 0).insert(0, "Elsewhere ");
  for (const payload of updates)
    await app.database.asSuperuser(
      `WITH note AS (UPDATE notes_v2 SET doc_seq = nextval('note_update_ids') WHERE id = $1 RETURNING doc_seq)
       INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
       SELECT doc_seq, $1, $2, $2, $3, $4 FROM note`,
      [noteId, owner.userId, Buffer.from(payload), SCHEMA_VERSION],
    );
  await app.services.db.notify(
    "cairn_notes",
    JSON.stringify({ node: "other", notices: [{ noteId, seq: 0 }] }),
  );
  await page.sees("Elsewhere plain words");
  expect(isTold(page)).toBe(false);
  page.close();
});

test("what waits for a change that never came is kept from readers", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const doc = new Y.Doc({ gc: false });
  const missing: Uint8Array[] = [];
  const writer = open(owner, noteId);
  await writer.sees("plain words");
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(writer.doc));
  doc.on("update", (update: Uint8Array) => missing.push(update));
  textIn(doc, 0).insert(0, "missing ");
  doc.transact(() => {
    textIn(doc, 0).insert(8, `${SECRET} waits `);
    textIn(doc, 0).delete(8, SECRET.length + 7);
  });
  await share(noteId, "commenter");
  await app.services.collab.appendUpdate({
    noteId,
    actorId: owner.userId,
    payload: missing[1]!,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  const page = open(guests.commenter, noteId);
  await page.sees("plain words");
  expect(isTold(page)).toBe(false);
  // It waited all the while: when what was missing comes after all, nobody is left with a gap.
  await app.services.collab.appendUpdate({
    noteId,
    actorId: owner.userId,
    payload: missing[0]!,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  for (const client of [page, writer]) {
    await client.sees("missing plain words");
    await expect.poll(() => Y.encodeStateVector(client.doc)).toEqual(Y.encodeStateVector(doc));
  }
  expect(isTold(page)).toBe(false);
  for (const client of [page, writer]) client.close();
});

const HISTORY: Record<string, (visitor: SignedInVisitor, noteId: string, seq: number) => Promise<unknown>> = {
  versions: (visitor, noteId) => visitor.client.notes.versions({ noteId }),
  version: (visitor, noteId, seq) => visitor.client.notes.version({ noteId, seq }),
  compareVersions: (visitor, noteId) => visitor.client.notes.compareVersions({ noteId, from: 0 }),
};

test.each(Object.entries(HISTORY))("%s is for those who may write", async (_name, ask) => {
  const noteId = await aNoteWithAPast();
  for (const isCompacted of [false, true]) {
    if (isCompacted) await app.services.collab.compact(noteId, owner.userId);
    const { seq } = await owner.client.notes.body({ noteId });
    for (const role of READERS) {
      await share(noteId, role);
      await expect(ask(guests[role], noteId, seq)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await share(noteId, "editor");
    await ask(guests.editor, noteId, seq);
  }
});

test("an editor who becomes a viewer loses the history at once, and gets it back", async () => {
  const noteId = await aNoteWithAPast();
  const shareId = await share(noteId, "editor");
  const ask = () => guests.editor.client.notes.versions({ noteId });
  expect((await ask()).versions.length).toBeGreaterThan(0);
  const page = open(guests.editor, noteId);
  await page.sees("plain words");
  await owner.client.sharing.setRole({ shareId, role: "viewer" });
  await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
  page.close();
  const again = open(guests.editor, noteId);
  await again.sees("plain words");
  expect(isTold(again)).toBe(false);
  again.close();
  await owner.client.sharing.setRole({ shareId, role: "editor" });
  expect((await ask()).versions.length).toBeGreaterThan(0);
});

test("the database itself keeps history from readers", async () => {
  const noteId = await aNoteWithAPast();
  await owner.client.notes.nameVersion({ noteId, name: SECRET });
  await app.services.collab.compact(noteId, owner.userId);
  const count = async (role: keyof typeof guests, table: string) => {
    const sql = `SELECT 1 FROM ${table} WHERE note_id = $1`;
    return (await app.services.db.queryAs(guests[role].userId, sql, [noteId])).length;
  };
  for (const role of [...READERS, "editor"] as const) await share(noteId, role);
  for (const table of ["note_history", "note_versions"]) {
    for (const role of READERS) expect(await count(role, table)).toBe(0);
    expect(await count("editor", table)).toBeGreaterThan(0);
  }
});

test("a copy that a reader makes of a note holds nothing that was deleted", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const copy = await guests.viewer.client.notes.duplicate({ noteId });
  expect((await everWritten(copy.id)).includes(SECRET)).toBe(false);
  const page = open(guests.viewer, copy.id);
  await page.sees("plain words");
  expect(isTold(page)).toBe(false);
  page.close();
});

test("no answer about a body tells a reader what was deleted", async () => {
  const noteId = await aNoteWithAPast();
  await share(noteId, "viewer");
  const { client, request } = guests.viewer;
  const answers: unknown[] = [await client.notes.get({ noteId })];
  for (const format of ["markdown", "text", "html", "json"] as const)
    answers.push(await client.notes.body({ noteId, format }));
  const { url } = await owner.client.sharing.publish({ noteId });
  answers.push(await (await request(new URL(url).pathname)).text());
  expect(answers.some((answer) => JSON.stringify(answer).includes(SECRET))).toBe(false);
});
