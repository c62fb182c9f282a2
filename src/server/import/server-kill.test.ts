import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imported, type Incoming, planned } from "#testing/import-files.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { type ServerProcess, startServerProcess } from "#testing/servers/server-process.ts";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

/** The server dies while it makes what a plan says; after its start the import is completed by the same again, or undone. */
const random = randomFrom(seed);
const isDeep = process.env["CAIRN_DEEP"] === "1";
const NOTES = isDeep ? 200 : 60;

let database: TestDatabase;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  process.stdout.write(`server-kill: seed ${seed} (CAIRN_SEED)\n`);
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "cairn-server-kill-"));
  server = await startServerProcess(database, join(folder, "data"));
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

const files: Incoming[] = Array.from({ length: NOTES }, (_, at) => ({
  path: `in/${at % 5}/n${at}.md`,
  bytes: `# Note ${at}\n\nIt goes [on](../${((at + 1) % NOTES) % 5}/n${(at + 1) % NOTES}.md).\n`,
}));

async function aPerson(name: string): Promise<SignedInVisitor> {
  const visitor = createVisitor(server.url);
  const email = `${name.toLowerCase()}-${randomBytes(3).toString("hex")}@example.com`;
  const password = "correct horse";
  const { session } = await visitor.client.accounts.register({ name, email, password });
  return { ...visitor, userId: session?.user.id ?? "", email, password };
}

const signedIn = async (
  { email, password, userId }: SignedInVisitor,
  { url } = server,
): Promise<SignedInVisitor> => {
  const visitor = createVisitor(url);
  await visitor.client.accounts.login({ email, password });
  return { ...visitor, email, password, userId };
};

const countOf = async ({ userId }: SignedInVisitor, more = "trashed_at IS NULL") =>
  (
    await database.asSuperuser<{ n: number }>(
      `SELECT count(*)::int AS n FROM notes_v2 WHERE user_id = $1 AND ${more}`,
      [userId],
    )
  )[0]!.n;

/** Begins to make what is planned, until some of the notes are there. */
async function makeSome(person: SignedInVisitor): Promise<string> {
  const { id: importId } = await planned(person, files);
  const wanted = 1 + Math.floor(random() * (isDeep ? 60 : 10));
  await person.client.imports.start({ importId });
  while ((await countOf(person)) < wanted) await delay(2);
  return importId;
}

/** Kills the server once some of the notes are there, and starts another. */
async function dieWhileMaking(
  person: SignedInVisitor,
): Promise<{ again: SignedInVisitor; importId: string }> {
  const importId = await makeSome(person);
  await server.kill();
  const there = await countOf(person);
  process.stdout.write(`server-kill: killed with ${there} of ${NOTES} notes there\n`);
  expect(there).toBeLessThan(NOTES);
  server = await startServerProcess(database, join(folder, "data"));
  const again = await signedIn(person);
  // Still said to be under way: another process might be at it.
  expect(await again.client.imports.get({ importId })).toMatchObject({ status: "making" });
  await database.asSuperuser("UPDATE imports SET updated_at = now() - interval '2 minutes' WHERE id = $1", [
    importId,
  ]);
  expect(await again.client.imports.get({ importId })).toMatchObject({ status: "failed", made: there });
  return { again, importId };
}

test("killed while it makes, an import is completed by the same again", { timeout: 300_000 }, async () => {
  const { again, importId } = await dieWhileMaking(await aPerson("Ann"));
  const there = await countOf(again);
  const rest = await imported(again, files);
  expect(rest).toMatchObject({ status: "done", made: NOTES - there, present: there });
  expect(await countOf(again)).toBe(NOTES);
  expect(await countOf(again, "doc_seq > 0")).toBe(NOTES);
  // The first takes back what it has made, and nothing of the second.
  expect(await again.client.imports.undo({ importId })).toMatchObject({ undone: there, kept: 0 });
  expect(await countOf(again)).toBe(NOTES - there);
});

test("killed while it makes, an import is undone", { timeout: 300_000 }, async () => {
  const { again, importId } = await dieWhileMaking(await aPerson("Bob"));
  const there = await countOf(again);
  expect(await again.client.imports.undo({ importId })).toMatchObject({ undone: there, kept: 0 });
  expect(await countOf(again)).toBe(0);
  expect((await again.client.folders.list({})).folders).toEqual([]);
  expect(await imported(again, files)).toMatchObject({ status: "done", made: NOTES });
  expect(await countOf(again)).toBe(NOTES);
});

test(
  "cancelled on another server than makes it, nothing of an import stays",
  { timeout: 300_000 },
  async () => {
    const here = await aPerson("Cat");
    const second = await startServerProcess(database, join(folder, "data"));
    const there = await signedIn(here, second);
    const importId = await makeSome(here);
    expect((await there.client.imports.cancel({ importId })).status).toBe("cancelled");
    // What the first has made until it heard of it goes too.
    expect(await imported(there, files)).toMatchObject({ status: "done", made: NOTES });
    await expect.poll(() => countOf(here), { timeout: 60_000 }).toBe(NOTES);
    expect((await here.client.imports.get({ importId })).status).toBe("cancelled");
    expect((await here.client.imports.items({ importId, limit: 500 })).items).not.toContainEqual(
      expect.objectContaining({ outcome: "made" }),
    );
    await second.kill();
  },
);
