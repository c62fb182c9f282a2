import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { inputsFor, type Operation, operations } from "#testing/contract-inputs.ts";
import { plainFetch } from "#testing/servers/plain-fetch.ts";
import { openLive, openNote, openSocket } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";
import { tables } from "./db/catalog.ts";

/**
 * One account full of a word that stands nowhere else, and somebody else who asks every operation of the contract for it, by
 * every id there is. Made from the contract and the catalog, so that what is added to either is asked too.
 */
const SECRET = "zanzibarsecret";

let app: TestApp;
let ann: SignedInVisitor;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser(SECRET);
  const { client } = ann;
  const folder = await client.folders.create({ name: SECRET });
  const inside = await client.folders.create({ name: `${SECRET} inside`, parentId: folder.id });
  const note = await client.notes.create({
    title: SECRET,
    body: { format: "markdown", text: `# ${SECRET}\n\n[link](https://${SECRET}.example)` },
    tags: [SECRET],
    category: SECRET,
    folderId: inside.id,
  });
  const trashed = await client.notes.create({ title: `${SECRET} gone` });
  await client.notes.remove({ noteId: trashed.id });
  const task = await client.tasks.create({
    title: SECRET,
    description: SECRET,
    tags: [SECRET],
    dueDate: "2030-01-01",
    repeat: "FREQ=DAILY",
    noteIds: [note.id],
  });
  await client.tasks.update({ taskId: task.id, completed: true });
  const part = await client.tasks.create({ title: SECRET, parentId: task.id, waitsFor: [task.id] });
  const bare = await client.notes.create({ title: SECRET, isFavorite: true });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const upload = await ann.request(`/api/files/upload?name=${SECRET}.png`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(picture),
  });
  const file = (await upload.json()) as { id: string };
  const shown = await client.gallery.add({
    fileId: file.id,
    title: SECRET,
    description: SECRET,
    tags: [SECRET],
  });
  await client.accounts.updateProfile({ name: SECRET, welcomeMessage: SECRET });
  Object.assign(ids, {
    folder: folder.id,
    picture: shown.id,
    inside: inside.id,
    note: note.id,
    trashed: trashed.id,
    task: task.id,
    part: part.id,
    bare: bare.id,
    file: file.id,
    user: ann.userId,
  });
  // Derived seconds later; nothing of it must be found either.
  await vi.waitFor(async () => expect(await foundBy(ann)).toBeGreaterThan(1), 10_000);
}, 60_000);
afterAll(() => app.close());
// What is asked here is more than one address may ask in a quarter of an hour.
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

let reader: SignedInVisitor | undefined;
/** Somebody else, who owns nothing: a new one for each operation that may keep something under the ids it is given. */
const somebodyElse = async ({ method }: Operation): Promise<SignedInVisitor> =>
  method === "GET" ? (reader ??= await app.aUser("Bob")) : app.aUser("Bob");

const foundBy = async (visitor: Visitor) =>
  (await visitor.client.notes.search({ query: SECRET })).hits.length;

const OWNED = [
  ...Object.entries(tables).flatMap(([name, { owner }]) => (owner ? [[name, owner] as const] : [])),
  ["auth.users", "id"],
  ["auth.sessions", "user_id"],
  ["auth.accounts", "user_id"],
  ["public.note_search", "user_id"],
  ["public.note_words", "user_id"],
] as const;
/** In one statement without sorting, which costs several times as much: it is asked once an operation. */
const ROWS_OF = OWNED.map(
  ([name, owner]) =>
    `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS sum FROM ${name} t WHERE ${owner} = $1`,
).join(" UNION ALL ");

/** All rows of the account in every table that has an owner, and of its sign-in. */
async function rowsOfAnn(): Promise<string[]> {
  const rows = await app.database.asSuperuser<{ name: string; sum: string }>(ROWS_OF, [ann.userId]);
  return rows.map(({ name, sum }) => `${name} ${sum}`).sort();
}

/** Before anybody asked: what one operation changes, no later one and no second try takes for what was there. */
let untouched: string[] | undefined;

type Answer = { ok: boolean; body: string; code: string };

/** Calls an operation through the typed door. */
async function call(visitor: Visitor, { path }: Operation, input: unknown): Promise<Answer> {
  const operation = path.reduce(
    (part, name) => (part as Record<string, unknown>)[name]!,
    visitor.client as unknown,
  ) as (given: unknown) => Promise<unknown>;
  try {
    return { ok: true, body: JSON.stringify(await operation(input)), code: "" };
  } catch (error) {
    const { code, message, data } = error as { code: string; message: string; data: unknown };
    return { ok: false, body: JSON.stringify({ message, data }), code };
  }
}

/** The same through the REST door. */
async function callRest(visitor: Visitor, { route, method }: Operation, input: unknown): Promise<string> {
  const rest = { ...(input as Record<string, unknown>) };
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return value;
  });
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const isRead = method === "GET";
  const headers = new Headers({
    origin: app.url,
    cookie: visitor.cookie(),
    "content-type": "application/json",
  });
  const response = await plainFetch(`${app.url}/api${path}${isRead ? `?${query}` : ""}`, {
    method,
    headers,
    ...(!isRead && { body: Buffer.from(JSON.stringify(rest)) }),
  });
  return response.text();
}

/**
 * What is asked: ids of the account by turns, each once; the secret itself only of operations that keep nothing. Last what makes a thing
 * under such an id, which would be the asking account's own afterwards.
 */
function inputsOf(operation: Operation): unknown[] {
  const inputs = Object.values(ids).flatMap((id) =>
    inputsFor(operation.input, (property, format) => {
      if (format === "uuid") return id;
      if (property === "email") return ann.email;
      return operation.method === "GET" ? SECRET : "theirs";
    }),
  );
  const makesUp = (input: unknown) => Number("id" in Object(input));
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()].toSorted(
    (one, other) => makesUp(one) - makesUp(other),
  );
}

const isSignedIn = (operation: Operation) => operation.errors.includes("UNAUTHENTICATED");

describe.each(operations.map((operation) => [operation.path.join("."), operation] as const))(
  "%s",
  (_name, operation) => {
    // Whether anything was changed, the look at the rows after the other test tells of this one too.
    test.runIf(isSignedIn(operation))("answers nobody who is not signed in", async () => {
      untouched ??= await rowsOfAnn();
      // Refused before any id is read, so two of them tell all.
      for (const input of inputsOf(operation).slice(0, 2)) {
        const { code, body } = await call(app.visitor(), operation, input);
        expect([code, body.includes(SECRET)]).toEqual(["UNAUTHENTICATED", false]);
      }
    });

    test("tells somebody else nothing of the account, not even that an id is one, and changes nothing in it", async () => {
      untouched ??= await rowsOfAnn();
      const bob = await somebodyElse(operation);
      const nowhere = nowhereFor(bob, operation);
      for (const input of inputsOf(operation)) {
        const said = JSON.stringify(input);
        const { body, code } = await call(bob, operation, input);
        expect(body, said).not.toContain(SECRET);
        expect(await callRest(bob, operation, input), said).not.toContain(SECRET);
        const absent = await nowhere(input);
        if (absent) expect(code, said).toBe(absent);
      }
      expect(await rowsOfAnn()).toEqual(untouched);
    });
  },
);

/**
 * What an operation answers where an id of the account is replaced by one that is nowhere: nothing else may a foreign id be told. Inputs
 * that differ in that id alone become the same, which is asked once.
 */
function nowhereFor(bob: Visitor, operation: Operation): (input: unknown) => Promise<string | undefined> {
  const nowhere = uuidV7();
  const answers = new Map<string, Promise<string>>();
  return async (input) => {
    const text = JSON.stringify(input);
    const id = Object.values(ids).find((one) => text.includes(one));
    // An id that a caller makes up for a new thing may be refused as taken; that is all it learns.
    if (!id || "id" in (input as object)) return undefined;
    const absent = text.replaceAll(id, nowhere);
    if (!answers.has(absent))
      answers.set(
        absent,
        call(bob, operation, JSON.parse(absent)).then(({ code }) => code),
      );
    return answers.get(absent);
  };
}

test("a file of somebody else is not there, in any form of its address", async () => {
  const bob = await app.aUser("Bob");
  for (const visitor of [bob, app.visitor()])
    for (const form of ["", "/original"]) {
      const foreign = await visitor.request(`/files/${ids.file}${form}`);
      const absent = await visitor.request(`/files/${uuidV7()}${form}`);
      expect([foreign.status, (await foreign.text()).replaceAll(ids.file!, "")]).toEqual([
        absent.status,
        await absent.text(),
      ]);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
    }
  expect((await ann.request(`/files/${ids.file}`)).status).toBe(200);
});

test("no socket opens a document or the changes of somebody else", async () => {
  const bob = await app.aUser("Bob");
  for (const id of Object.values(ids)) {
    const opened = openNote(app, bob, id);
    expect(await opened.refusal).toBe("NOT_FOUND");
    expect(opened.framesBeforeRefusal()).toBe(0);
    opened.close();
  }
  const live = openLive(app, bob, ann.userId);
  expect(await live.answer).toBe("refused");
  live.close();
  const anonymous = openSocket(app.url, { cookie: () => "" });
  const outcome = await new Promise<string>((resolve) => {
    anonymous.on("open", () => resolve("open"));
    anonymous.on("error", () => resolve("refused"));
  });
  expect(outcome).toBe("refused");
});

test("live changes of one account reach no other", async () => {
  const bob = await app.aUser("Bob");
  const cat = await app.aUser("Cat");
  const live = openLive(app, bob, bob.userId);
  expect(await live.answer).toBe("accepted");
  const folder = await cat.client.folders.create({ name: "theirs" });
  const note = await cat.client.notes.create({ title: "theirs", folderId: folder.id });
  await cat.client.notes.update({ noteId: note.id, title: "changed" });
  await cat.client.notes.remove({ noteId: note.id });
  await cat.client.folders.remove({ folderId: folder.id });
  // Bob's own change comes after them all, on the same line.
  const own = await bob.client.notes.create({ title: "own" });
  await live.next((event) => event.entityId === own.id);
  expect(live.events.map((event) => event.entityId)).toEqual([own.id]);
  live.close();
});
