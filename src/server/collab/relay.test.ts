import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let otherNode: TestApp;
let owner: SignedInVisitor;
beforeAll(async () => {
  const secret = "of both nodes".repeat(5);
  app = await startTestApp({}, "/nonexistent", { secret });
  otherNode = await startTestApp({}, "/nonexistent", {
    database: app.database,
    dataDir: app.dataDir,
    secret,
  });
  owner = await app.aUser("Owner");
});
afterAll(async () => {
  await otherNode.services.collab.stop();
  await app.close();
});

const textIn = ({ doc }: Pick<SyncClient, "doc">) =>
  (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;

/** Pages of one note that says "alpha beta gamma", the last of them perhaps at another node. */
async function pages(count: number, ofLast = app): Promise<SyncClient[]> {
  const body = { format: "markdown", text: "alpha beta gamma" } as const;
  const { id } = await owner.client.notes.create({ title: "Relay", body });
  const all = Array.from({ length: count }, (_, index) =>
    openNote(index < count - 1 ? app : ofLast, owner, id),
  );
  await Promise.all(all.map((page) => page.sees("gamma")));
  return all;
}

/** A line that is broken behind "alpha": its end is taken out and written again. */
const breakLine = (page: SyncClient, words: string) =>
  page.doc.transact(() => {
    textIn(page).delete(6, 10);
    page.write(words);
  });

const deletionsIn = (update: Uint8Array) =>
  [...Y.decodeUpdate(update).ds.clients.values()].flat().reduce((sum, { len }) => sum + len, 0);

test.each([
  ["there", () => app],
  ["at another node", () => otherNode],
])("two who take out the same words at once are told %s with all that each took out", async (_, node) => {
  const [ann, bob, watching] = (await pages(3, node())) as [SyncClient, SyncClient, SyncClient];
  breakLine(ann, "beta gamma of Ann");
  breakLine(bob, "beta gamma of Bob");
  await Promise.all([watching.sees("of Ann"), watching.sees("of Bob")]);
  const told = watching.told().map((update) => ({
    writers: new Set(Y.decodeUpdate(update).structs.map(({ id }) => id.client)),
    deleted: deletionsIn(update),
  }));
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining(
      [ann, bob].map(({ doc }) => ({ writers: new Set([doc.clientID]), deleted: "beta gamma".length })),
    ),
  );
  await ann.sees("of Bob");
  await bob.sees("of Ann");
  expect(new Set([ann, bob, watching].map((page) => page.text())).size).toBe(1);
  for (const page of [ann, bob, watching]) page.close();
});

test("a change whose words are deleted in parts by others of the same turn arrives with its places", async () => {
  const [ann, watching] = (await pages(2)) as [SyncClient, SyncClient];
  const document = [...app.services.collab.hocuspocus.documents.values()].at(-1)!;
  const other = new Y.Doc({ gc: false });
  Y.applyUpdate(other, Y.encodeStateAsUpdate(ann.doc));
  other.on("update", (update: Uint8Array) => Y.applyUpdate(document, update));
  const text = textIn({ doc: other });
  text.insert(0, "one two three four five ");
  text.delete(4, 4);
  text.delete(10, 5);
  text.format(0, 3, { bold: {} });
  const block = new Y.XmlElement("paragraph");
  block.insert(0, [new Y.XmlText("a block")]);
  other.getXmlFragment(FRAGMENT).insert(1, [block]);
  other.getXmlFragment(FRAGMENT).delete(1, 1);
  text.insert(text.length, " END");
  await Promise.all([ann.sees("END"), watching.sees("END")]);
  for (const { doc } of [ann, watching]) {
    expect(Y.encodeStateVector(doc)).toEqual(Y.encodeStateVector(document));
    expect(textIn({ doc }).toDelta()).toEqual(text.toDelta());
  }
  expect(watching.received().includes("two")).toBe(false);
  for (const page of [ann, watching]) page.close();
});
