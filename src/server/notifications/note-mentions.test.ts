import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import type { ShareRole } from "#contract/sharing.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openNote, type SyncClient } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { deriveNotes } from "../collab/derive-notes.ts";
import type { Database, Tx } from "../db/client.ts";
import { type Jobs, startJobs } from "../jobs/start-jobs.ts";
import { tellOfMention } from "./note-mentions.ts";

let app: TestApp;
let jobs: Jobs;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
const open = new Set<SyncClient>();
beforeAll(async () => {
  app = await startTestApp();
  jobs = startJobs(app.services, [tellOfMention], { pollMs: 50, leadMs: 50, leaseMs: 30_000 });
});
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
  [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
});
afterEach(async () => {
  for (const client of open) client.close();
  open.clear();
  await app.database.asSuperuser("DELETE FROM jobs WHERE name = 'tell-of-mention'");
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 50 });

async function share(noteId: string, guest: SignedInVisitor, role: ShareRole = "editor") {
  const { shareId } = await ann.client.sharing.shareNote({ noteId, email: guest.email, role });
  await acceptInvitations(guest);
  return shareId;
}
/** A note of Ann in which Ben writes too. */
async function aSharedNote(text = "") {
  const { id: noteId } = await ann.client.notes.create({ title: "Plan", body: { format: "markdown", text } });
  return { noteId, shareId: await share(noteId, ben) };
}
async function opened(person: SignedInVisitor, noteId: string): Promise<SyncClient> {
  const client = openNote(app, person, noteId);
  open.add(client);
  await client.synced;
  return client;
}
/** Adds a line as it is typed, and leaves the note. */
async function types(person: SignedInVisitor, noteId: string, line: string): Promise<void> {
  const client = await opened(person, noteId);
  client.write(line);
  await client.saved();
  client.close();
  await derived(noteId);
}
async function replaces(person: SignedInVisitor, noteId: string, text: string): Promise<void> {
  const { seq } = await person.client.notes.body({ noteId });
  await person.client.notes.replaceBody({ noteId, baseSeq: seq, body: { format: "markdown", text } });
  await derived(noteId);
}
const one = async <Row extends Record<string, unknown>>(statement: string, values: unknown[]) =>
  (await app.database.asSuperuser<Row>(statement, values))[0]!;
const derived = (noteId: string) =>
  soon(
    async () =>
      (await one<{ is: boolean }>("SELECT derived_seq = doc_seq AS is FROM notes_v2 WHERE id = $1", [noteId]))
        .is,
  ).toBe(true);
const waiting = async () =>
  (await one<{ n: number }>("SELECT count(*)::int AS n FROM jobs WHERE name = 'tell-of-mention'", [])).n;
const hasten = () =>
  app.database.asSuperuser("UPDATE jobs SET run_at = now() WHERE name = 'tell-of-mention' AND claim IS NULL");
/** As if everybody had paused, until nothing waits any more. */
async function pause(): Promise<void> {
  await app.database.asSuperuser("UPDATE note_updates SET at = at - interval '1 minute'");
  await hasten();
  await soon(waiting).toBe(0);
}
const told = async ({ client }: SignedInVisitor) =>
  (await client.notifications.list()).notifications
    .filter(({ title }) => title.includes("mentioned"))
    .map(({ title, message, href }) => ({ title, message, href }));

test("the owner names a guest and the guest the owner: each is told once the other has paused, with the sentence and the way to it", async () => {
  const { noteId } = await aSharedNote("Before. ");
  await types(ann, noteId, "The trees are here. @Ben, please water them! Then we rest.");
  expect([await told(ben), await waiting()]).toEqual([[], 1]);
  await pause();
  const href = `/app/editor/${noteId}`;
  expect(await told(ben)).toEqual([
    { title: 'Ann mentioned you in "Plan"', message: "@Ben, please water them!", href },
  ]);
  await types(ben, noteId, "Done, @ann");
  await pause();
  expect(await told(ann)).toEqual([{ title: 'Ben mentioned you in "Plan"', message: "Done, @ann", href }]);
});

test("a person is told once of a note, however often it names them, and once of each note", async () => {
  const [{ noteId }, { noteId: other }] = [await aSharedNote(), await aSharedNote()];
  await types(ann, noteId, "@Ben and @Ben");
  await pause();
  await replaces(ann, noteId, "Nobody");
  await replaces(ann, noteId, "Somebody: @Ben");
  await pause();
  expect(await told(ben)).toHaveLength(1);
  await types(ann, other, "@Ben again");
  await pause();
  expect((await told(ben)).map(({ href }) => href)).toEqual([
    `/app/editor/${other}`,
    `/app/editor/${noteId}`,
  ]);
});

test("a name that is taken out again, or goes on to be another's, tells nobody wrong", async () => {
  const okafor = await app.aUser("Okafor");
  await app.database.asSuperuser("UPDATE user_profiles SET display_name = 'Ben Okafor' WHERE id = $1", [
    okafor.userId,
  ]);
  const { noteId } = await aSharedNote();
  await share(noteId, okafor);
  await replaces(ann, noteId, "Ask @Ben");
  expect(await waiting()).toBe(1);
  await replaces(ann, noteId, "Ask");
  await pause();
  await replaces(ann, noteId, "Ask @Ben");
  await replaces(ann, noteId, "Ask @Ben Okafor today");
  await pause();
  expect([await told(ben), (await told(okafor)).length]).toEqual([[], 1]);
});

test("whoever writes on is waited for", async () => {
  const { noteId } = await aSharedNote();
  await types(ann, noteId, "Ask @Ben");
  // The log of a note that is open still has when it was written.
  const client = await opened(ann, noteId);
  client.write("and on");
  await client.saved();
  await derived(noteId);
  await hasten();
  await soon(
    async () =>
      (
        await one<{ is_later: boolean }>(
          "SELECT run_at > now() + interval '8 seconds' AND claim IS NULL AS is_later FROM jobs WHERE name = 'tell-of-mention'",
          [],
        )
      ).is_later,
  ).toBe(true);
  expect(await told(ben)).toEqual([]);
  await pause();
  expect(await told(ben)).toHaveLength(1);
});

test("two people who name each other at the same moment are both told, by the other", async () => {
  const { noteId } = await aSharedNote();
  const [ofAnn, ofBen] = [await opened(ann, noteId), await opened(ben, noteId)];
  ofAnn.write("@Ben, look");
  ofBen.write("@Ann, see");
  await Promise.all([ofAnn.saved(), ofBen.saved()]);
  await derived(noteId);
  await pause();
  expect([await told(ann), await told(ben)].map((all) => all.map(({ title }) => title))).toEqual([
    ['Ben mentioned you in "Plan"'],
    ['Ann mentioned you in "Plan"'],
  ]);
});

test("nobody is told of their own name, and a guest names another guest", async () => {
  const cleo = await app.aUser("Cleo");
  const { noteId } = await aSharedNote();
  await share(noteId, cleo, "viewer");
  await types(ben, noteId, "I am @Ben, and here is @Cleo");
  await pause();
  expect([await told(ben), (await told(cleo)).length]).toEqual([[], 1]);
});

test("a stranger's name, a private note and one that was shared after the name was written tell nobody", async () => {
  const mallory = await app.aUser("Mallory");
  const { noteId } = await aSharedNote();
  await types(ann, noteId, "@Mallory");
  const { id: own } = await ann.client.notes.create({ title: "Diary" });
  await types(ann, own, "@Ben and @Mallory");
  await share(own, ben);
  await types(ann, own, "It goes on");
  expect(await waiting()).toBe(0);
  expect([await told(mallory), await told(ben)]).toEqual([[], []]);
});

test.each([
  [
    "the share of the one who is named has ended",
    (shareId: string) => ann.client.sharing.end({ shareId }),
    "ben",
  ],
  [
    "the share of the one who wrote has ended",
    (shareId: string) => ann.client.sharing.end({ shareId }),
    "ann",
  ],
  ["the note is in the trash", (_: string, noteId: string) => ann.client.notes.remove({ noteId }), "ben"],
  [
    "the writer is blocked",
    async (shareId: string) => void (await ben.client.sharing.block({ shareId })),
    "ben",
  ],
] as const)("nobody is told when meanwhile %s", async (_, act, named) => {
  const { noteId, shareId } = await aSharedNote();
  if (named === "ben") await types(ann, noteId, "@Ben");
  else await types(ben, noteId, "@Ann");
  expect(await waiting()).toBe(1);
  await act(shareId, noteId);
  await pause();
  expect([await told(ann), await told(ben)]).toEqual([[], []]);
});

test.each<[WordOrigin, number]>([
  ["typed", 1],
  ["paste", 1],
  ["api", 1],
  ["import", 0],
  ["restore", 0],
  ["template", 0],
  ["ai", 0],
])("a name that came as %s tells %i", async (origin, count) => {
  const { noteId } = await aSharedNote();
  const doc = new Y.Doc();
  const paragraph = new Y.XmlElement("paragraph");
  paragraph.insert(0, [new Y.XmlText("@Ben")]);
  doc.getXmlFragment(FRAGMENT).insert(0, [paragraph]);
  await app.services.collab.appendUpdate({
    noteId,
    actorId: ann.userId,
    payload: Y.encodeStateAsUpdate(doc),
    schemaVersion: SCHEMA_VERSION,
    via: "server",
    origin,
  });
  await derived(noteId);
  await types(ann, noteId, "Something else");
  await pause();
  expect(await told(ben)).toHaveLength(count);
});

test("deriving a note that nobody else reads, or without an @, runs no statement more", async () => {
  const { id: own } = await ann.client.notes.create({ title: "Diary" });
  const { noteId } = await aSharedNote();
  await types(ann, own, "@Ben and others");
  await types(ann, noteId, "Ben and others");
  const statements = async (id: string, text: string) => {
    await replaces(ann, id, text);
    await app.database.asSuperuser(
      "UPDATE notes_v2 SET derived_seq = 0, words_seq = 0, text = '' WHERE id = $1",
      [id],
    );
    const [db, said] = recording(app.services.db);
    await deriveNotes({ db, bodies: app.services.collab.bodies }, ann.userId, [id]);
    return said;
  };
  const plain = await statements(own, "Nobody");
  expect(plain).toContain("keep-derived");
  expect(await statements(own, "Nobody, @Ben")).toEqual(plain);
  const shared = await statements(noteId, "Somebody");
  expect(shared).toEqual([
    ...plain.slice(0, plain.indexOf("record-changes") + 1),
    "tell-readers",
    "record-change",
  ]);
  expect(await statements(noteId, "Somebody, @Ben")).toEqual(
    shared.toSpliced(shared.indexOf("record-changes"), 0, "people-of-note", "enqueue-job"),
  );
});

/** The same database, with the names of the statements in the transactions of its jobs. */
function recording(db: Database): [Database, string[]] {
  const said: string[] = [];
  const asJob: Database["asJob"] = (userId, reason, work) =>
    db.asJob(userId, reason, (tx) => {
      const query = ((statement: string, values?: unknown[], name?: string) => {
        said.push(name ?? statement.slice(0, 40));
        return tx.query(statement, values, name);
      }) as Tx["query"];
      return work({ ...tx, query });
    });
  return [{ ...db, asJob }, said];
}
