import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { PRESENCE_CHANNEL } from "./presence.ts";

const secret = randomBytes(32).toString("hex");
let app: TestApp;
let other: TestApp;
let ann: SignedInVisitor;

beforeAll(async () => {
  app = await startTestApp({}, undefined, { secret });
  other = await startTestApp({}, undefined, {
    secret,
    dataDir: app.dataDir,
    database: { ...app.database, drop: async () => {} },
  });
  ann = await app.aUser("Ann");
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const aNote = async () => (await ann.client.notes.create({ title: "Met" })).id;

/** What the servers say of this note from now on; what other tests left behind on the channel is none of it. */
async function heardOf(id: string): Promise<Record<string, string>[]> {
  const heard: Record<string, string>[] = [];
  const listener = new pg.Client(app.database.connections.owner);
  await listener.connect();
  onTestFinished(() => listener.end());
  listener.on("notification", ({ payload = "" }) => {
    if (!payload.includes(id)) return;
    const told = JSON.parse(payload) as Record<string, string>;
    if (told.node !== "elsewhere") heard.push(told);
  });
  await listener.query(`LISTEN ${PRESENCE_CHANNEL}`);
  return heard;
}

test("people whose pages are on two servers meet in a note, whoever came first, and part", async () => {
  const id = await aNote();
  const first = openNote(app, ann, id);
  await first.synced;
  first.introduce("first");
  const second = openNote(other, ann, id);
  await second.synced;
  await second.meets("first");
  second.introduce("second");
  await first.meets("second");
  const third = openNote(app, ann, id);
  await third.synced;
  third.introduce("third");
  await second.meets("first", "third");
  second.close();
  await first.meets("third");
  first.close();
  third.close();
});

test("a caret that moves is seen on the other server, and one that was asked of before its name came", async () => {
  const id = await aNote();
  const [here, there] = [openNote(app, ann, id), openNote(other, ann, id)];
  await Promise.all([here.synced, there.synced]);
  here.introduce("before");
  await there.meets("before");
  here.introduce("after");
  await there.meets("after");
  there.introduce("there");
  await here.meets("there");
  here.close();
  await there.meets();
  there.close();
});

test("a server alone says two words a note: it was opened, and left; carets are its own affair", async () => {
  const id = await aNote();
  const heard = await heardOf(id);
  const said = () => heard.map(({ kind }) => kind);
  const page = openNote(app, ann, id);
  const beside = openNote(app, ann, id);
  await Promise.all([page.synced, beside.synced]);
  for (const name of ["a", "b", "c"]) {
    page.introduce(name);
    await beside.meets(name);
  }
  page.close();
  beside.close();
  await expect.poll(said).toContain("left");
  expect(said()).toEqual(["opened", "left"]);
});

test("who came before another server was known of is told to it when it answers", async () => {
  const id = await aNote();
  const page = openNote(app, ann, id);
  const beside = openNote(app, ann, id);
  await Promise.all([page.synced, beside.synced]);
  page.introduce("early");
  await beside.meets("early");
  const heard = await heardOf(id);
  const said = () =>
    heard.map(
      ({ kind, states = "" }) =>
        `${kind} ${Buffer.from(states, "base64").toString("latin1").includes("early")}`,
    );
  const answer = () =>
    app.services.db.notify(PRESENCE_CHANNEL, JSON.stringify({ node: "elsewhere", note: id, kind: "here" }));
  await answer();
  await expect.poll(said).toEqual(["here true"]);
  // Once: two servers that told each other again and again would never end.
  await answer();
  page.close();
  beside.close();
  await expect.poll(said).toContain("left false");
  expect(said().at(-1)).toBe("left false");
  expect(said().filter((words) => words === "here true")).toHaveLength(1);
});

test("states that no message holds are told in several, and what nobody can read harms nobody", async () => {
  const id = await aNote();
  const many = Array.from({ length: 12 }, () => openNote(app, ann, id));
  await Promise.all(many.map(({ synced }) => synced));
  const names = many.map((_, index) => `${index}`.padStart(1_000, "n"));
  for (const [index, page] of many.entries()) page.introduce(names[index]!);
  const there = openNote(other, ann, id);
  await there.synced;
  await there.meets(...names);
  const junk = { node: "elsewhere", note: id, kind: "here", states: "/////w==" };
  await app.services.db.notify(PRESENCE_CHANNEL, JSON.stringify(junk));
  await app.services.db.notify(PRESENCE_CHANNEL, "no JSON");
  many[0]!.introduce("well again");
  await there.meets("well again", ...names.slice(1));
  for (const page of [...many, there]) page.close();
});
