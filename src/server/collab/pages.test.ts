import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { aBrowser, type NodeTab } from "#testing/node-page.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** What the page's sync code and the server make of each other, without a browser around it. */
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const aNote = async () => (await ann.client.notes.create({ title: "Pages" })).id;
const saveOf = (tab: NodeTab) => tab.note.session.state().save.kind;
const textOf = (tab: NodeTab) => tab.note.session.fragment.toJSON();
const saved = (tab: NodeTab) => expect.poll(() => saveOf(tab)).toBe("saved");

function write(tab: NodeTab, text: string): void {
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText(text)]);
  tab.note.session.fragment.push([paragraph]);
}

async function everWritten(noteId: string): Promise<string> {
  const rows = await app.database.asSuperuser<{ payload: Buffer }>(
    "SELECT payload FROM note_updates WHERE note_id = $1 UNION ALL SELECT payload FROM note_history WHERE note_id = $1",
    [noteId],
  );
  return rows.map(({ payload }) => payload.toString("latin1")).join("");
}

test("what is written and deleted offline is in the history all the same", async () => {
  const noteId = await aNote();
  const browser = aBrowser(app, ann);
  const [one, other] = [await browser.openTab(noteId), await browser.openTab(noteId)];
  write(one, "paragraph");
  for (const tab of [one, other]) await saved(tab);
  await expect.poll(() => textOf(other)).toContain("paragraph");
  browser.goOffline();
  await expect.poll(() => saveOf(one)).toBe("offline");
  const paragraph = one.note.session.fragment.get(0) as Y.XmlElement;
  (paragraph.get(0) as Y.XmlText).insert(0, "AFTERTHOUGHT ");
  await expect.poll(() => textOf(other)).toContain("AFTERTHOUGHT");
  other.note.session.fragment.delete(0, 1);
  await expect.poll(() => textOf(one)).toBe("");
  browser.goOnline();
  for (const tab of [one, other]) await saved(tab);
  expect(await everWritten(noteId)).toContain("AFTERTHOUGHT");
  for (const tab of [one, other]) tab.die();
});

test("a tab is told only of changes that survive the tab they were made in", async () => {
  const noteId = await aNote();
  const browser = aBrowser(app, ann);
  browser.goOffline();
  const told: unknown[] = [];
  const channel = {
    postMessage: (message: unknown) => told.push(message),
    addEventListener: () => {},
    close: () => {},
  };
  const tab = await browser.openTab(noteId, { openChannel: () => channel });
  await expect.poll(() => saveOf(tab)).toBe("offline");
  const isOnDisk = tab.device.store!.append(noteId, new Uint8Array([0, 0]), { isPending: false });
  told.length = 0;
  write(tab, "not on the disk yet");
  await Promise.resolve();
  expect(told).toEqual([]);
  await isOnDisk;
  await expect.poll(() => told).toMatchObject([{ kind: "update" }]);
  tab.die();
});

test("a tab learns what one of before left on the disk without a word, once another tab has read it there", async () => {
  const noteId = await aNote();
  const browser = aBrowser(app, ann);
  const witness = await browser.openTab(noteId);
  await saved(witness);
  browser.goOffline();
  await expect.poll(() => saveOf(witness)).toBe("offline");
  const crashed = await browser.openTab(noteId, { openChannel: () => null });
  await expect.poll(() => saveOf(crashed)).toBe("offline");
  write(crashed, "left behind");
  await crashed.device.store!.append(noteId, new Uint8Array([0, 0]), { isPending: false });
  crashed.die();
  const reader = await browser.openTab(noteId);
  await expect.poll(() => textOf(reader)).toContain("left behind");
  write(reader, "written on top");
  await expect.poll(() => textOf(witness)).toMatch(/left behind.*written on top/);
  reader.die();
  browser.goOnline();
  await saved(witness);
  await expect
    .poll(async () => (await ann.client.notes.body({ noteId, format: "text" })).text)
    .toMatch(/left behind[^]*written on top/);
  witness.die();
});

test("a stored change that cannot be applied is set aside and kept, and the note opens with everything else", async () => {
  const noteId = await aNote();
  const tab = await aBrowser(app, ann).openTab(noteId);
  write(tab, "before ");
  await saved(tab);
  tab.die();
  const { hocuspocus, compact } = app.services.collab;
  await expect.poll(() => hocuspocus.documents.has(`note:${noteId}`)).toBe(false);
  const poison = Buffer.from([1, 1, 200, 1, 0, 7, 250, 250, 250]);
  await app.database.asSuperuser(
    `INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
     VALUES (nextval('note_update_ids'), $1, $2, $2, $3, 1)`,
    [noteId, ann.userId, poison],
  );
  const again = await aBrowser(app, ann).openTab(noteId);
  await saved(again);
  expect(textOf(again)).toContain("before");
  write(again, "after ");
  await saved(again);
  await compact(noteId, ann.userId);
  const rows = await app.database.asSuperuser<{ payload: Buffer }>(
    "SELECT payload FROM note_updates WHERE note_id = $1",
    [noteId],
  );
  expect(rows.map(({ payload }) => payload.toString("hex"))).toEqual([poison.toString("hex")]);
  const { text } = await ann.client.notes.body({ noteId, format: "text" });
  expect(text).toMatch(/before[^]*after/);
  again.die();
});

/** As another node would, that dies before it tells anybody. */
async function commitElsewhere(noteId: string, text: string): Promise<number> {
  const doc = new Y.Doc();
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText(text)]);
  doc.getXmlFragment(FRAGMENT).insert(0, [paragraph]);
  const [row] = await app.database.asSuperuser<{ id: number }>(
    `WITH note AS (UPDATE notes_v2 SET doc_seq = nextval('note_update_ids') WHERE id = $1 RETURNING doc_seq)
     INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
     SELECT doc_seq, $1, $2, $2, $3, 1 FROM note RETURNING id`,
    [noteId, ann.userId, Buffer.from(Y.encodeStateAsUpdate(doc))],
  );
  return row!.id;
}

test("a change of another node that nobody told of comes with the next one that somebody tells of", async () => {
  const noteId = await aNote();
  const tab = await aBrowser(app, ann).openTab(noteId);
  write(tab, "own");
  await saved(tab);
  await commitElsewhere(noteId, "never told");
  const seq = await commitElsewhere(noteId, "told");
  const notice = JSON.stringify({ node: "another", notices: [{ noteId, seq }] });
  await app.database.asSuperuser("SELECT pg_notify('cairn_notes', $1)", [notice]);
  await expect.poll(() => textOf(tab), { timeout: 5_000 }).toContain("never told");
  for (const text of [">told<", ">own<"]) expect(textOf(tab)).toContain(text);
  tab.die();
});

test("a late goodbye to a note that was opened again does not cut its pages off", async () => {
  const noteId = await aNote();
  const { hocuspocus } = app.services.collab;
  const first = await aBrowser(app, ann).openTab(noteId);
  await saved(first);
  const old = hocuspocus.documents.get(`note:${noteId}`)!;
  first.die();
  await expect.poll(() => hocuspocus.documents.has(`note:${noteId}`)).toBe(false);
  const second = await aBrowser(app, ann).openTab(noteId);
  await saved(second);
  const current = hocuspocus.documents.get(`note:${noteId}`);
  expect(current).not.toBe(old);
  await hocuspocus.unloadDocument(old);
  expect(hocuspocus.documents.get(`note:${noteId}`)).toBe(current);
  second.die();
});
