import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageType } from "#contract/wire/socket.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** What an account that may only read can make others believe about who is in a note. */
let app: TestApp;
let ann: SignedInVisitor;
let bob: SignedInVisitor;
let noteId: string;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
  bob = await app.aUser("Bob");
  ({ id: noteId } = await ann.client.notes.create({ title: "Met" }));
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: bob.email, role: "viewer" });
  await bob.client.sharing.accept({ shareId });
});
afterAll(() => app.close());

const idOf = async ({ client }: SignedInVisitor) => (await client.accounts.session({})).session!.user.id;

async function open(...visitors: SignedInVisitor[]): Promise<SyncClient[]> {
  const pages = visitors.map((visitor) => openNote(app, visitor, noteId));
  await Promise.all(pages.map(({ synced }) => synced));
  return pages;
}

/** Awareness as no page of ours writes it. */
const say = (page: SyncClient, states: [client: number, clock: number, state: unknown][]) =>
  page.send(messageType.awareness, (encoder) => {
    const update = encoding.createEncoder();
    encoding.writeVarUint(update, states.length);
    for (const [client, clock, state] of states) {
      encoding.writeVarUint(update, client);
      encoding.writeVarUint(update, clock);
      encoding.writeVarString(update, JSON.stringify(state));
    }
    encoding.writeVarUint8Array(encoder, encoding.toUint8Array(update));
  });

const statesOf = () => app.services.collab.hocuspocus.documents.get(`note:${noteId}`)!.awareness.getStates();

async function closed(...pages: SyncClient[]) {
  for (const page of pages) page.close();
  await expect.poll(() => app.services.collab.hocuspocus.documents.has(`note:${noteId}`)).toBe(false);
}

test("a caret carries the name of its account, whatever its page says", async () => {
  const [hers, his] = (await open(ann, bob)) as [SyncClient, SyncClient];
  const user = { id: await idOf(ann), name: "Ann", color: "#0e7490", avatar: "https://example.com/a.png" };
  his.introduce("there", user);
  await hers.meets("there");
  expect(hers.readers()).toEqual([{ id: await idOf(bob), name: "Bob", color: "#0e7490" }]);
  his.introduce("red", { name: "Ann", color: "red;background:url(//example.com)" });
  await hers.meets("red");
  expect(hers.readers()).toEqual([{ id: await idOf(bob), name: "Bob" }]);
  await closed(hers, his);
});

test("nobody moves the caret of another, or says that the other has gone", async () => {
  const [hers, his, third] = (await open(ann, bob, ann)) as [SyncClient, SyncClient, SyncClient];
  hers.introduce("hers");
  await third.meets("hers");
  const { clientID } = hers.doc;
  say(his, [[clientID, 1_000, { user: { name: "Ann" }, cursor: { at: "moved" } }]]);
  say(his, [[clientID, 1_001, null]]);
  his.introduce("his");
  await third.meets("hers", "his");
  hers.introduce("hers, further");
  await third.meets("hers, further", "his");
  await closed(hers, his, third);
});

test("who leaves a note has left it for the others, though the page stays, and may come back", async () => {
  const [hers, his] = (await open(ann, bob)) as [SyncClient, SyncClient];
  his.introduce("here");
  await hers.meets("here");
  his.introduce(null);
  await hers.meets();
  his.introduce("again");
  await hers.meets("again");
  his.close();
  await hers.meets();
  await closed(hers);
});

test("carets are small, few, and nothing else is passed on with them", async () => {
  const [hers, his] = (await open(ann, bob)) as [SyncClient, SyncClient];
  for (let move = 0; move < 5; move++) his.introduce(`move ${move}`);
  await hers.meets("move 4");
  expect(statesOf().size).toBe(1);
  say(his, [[7, 1, { user: {}, cursor: { at: "x".repeat(5_000) }, note: "y".repeat(100_000) }]]);
  await hers.meets("", "move 4");
  say(
    his,
    Array.from({ length: 500 }, (_, index) => [1_000 + index, 1, { user: {}, cursor: { at: "many" } }]),
  );
  say(his, [
    [8, 1, "words"],
    [9, 1, [1]],
    [10, 1, { user: "Ann" }],
  ]);
  his.introduce("last");
  await expect.poll(() => [...statesOf().values()].some(({ cursor }) => cursor?.at === "last")).toBe(true);
  expect(statesOf().size).toBe(50);
  expect(JSON.stringify([...statesOf().values()]).length).toBeLessThan(20_000);
  await closed(hers, his);
});
