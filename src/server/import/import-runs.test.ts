import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Incoming, imported, planned, sendFiles, settled } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import type { Services } from "../base.ts";
import { features } from "../features.ts";
import { cleanDisk, runCleanup } from "../housekeeping.ts";
import { assemble } from "../services.ts";
import { startApplying } from "./apply/apply-import.ts";
import { startReading } from "./read-import.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Enough that a cancelling finds it under way. */
const MANY = process.env["CAIRN_DEEP"] === "1" ? 400 : 160;
const OPTIONS = { folderId: null, withSettings: false };
const manyNotes = (count: number): Incoming[] =>
  Array.from({ length: count }, (_, at) => ({
    path: `in/n${at}.md`,
    bytes: `# Note ${at}\n\n${"words ".repeat(200)}`,
  }));
const titlesOf = async (person: SignedInVisitor) =>
  (await person.client.notes.list({ limit: 200 })).notes.map(({ title }) => title).sort();

type WithUser = Services["db"]["withUser"];

/** The services with a database in which something happens to transactions that make a note: before them, or after their commit. */
const withCreations = (happens: { before?: (values: unknown[]) => void; after?: () => void }): Services => ({
  ...app.services,
  db: {
    ...app.services.db,
    withUser: (async (userId, run) => {
      let isCreation = false;
      const answer = await app.services.db.withUser(userId, (tx) =>
        run({
          ...tx,
          query: (text, values = [], name) => {
            if (name === "create-note") {
              isCreation = true;
              happens.before?.(values);
            }
            return tx.query(text, values, name);
          },
        }),
      );
      if (isCreation) happens.after?.();
      return answer;
    }) as WithUser,
  },
});

test(
  "of two imports that one person begins at once, on two processes, one begins",
  { timeout: 180_000 },
  async () => {
    const ann = await app.aUser("Ann");
    const other = assemble(app.services.config, app.services.log, app.database.connections, "0".repeat(64));
    const nodes = [app.services, other];
    const ids: string[] = [];
    for (const name of ["a", "b"])
      ids.push(await sendFiles(ann, [{ path: `${name}.md`, bytes: `words of ${name}` }]));
    /** Both at once; then the one that was refused by itself. */
    const beginBoth = async (begin: (node: Services, importId: string) => Promise<unknown>) => {
      const both = await Promise.allSettled(ids.map((id, at) => begin(nodes[at]!, id)));
      for (const id of ids) await settled(ann, id);
      for (const [at, { status }] of both.entries())
        if (status === "rejected") {
          await begin(nodes[at]!, ids[at]!);
          await settled(ann, ids[at]!);
        }
      return both.map((outcome) =>
        outcome.status === "fulfilled" ? "begun" : (outcome.reason as Error).message,
      );
    };
    const once = ["You already have an import running.", "begun"];
    expect((await beginBoth((node, id) => startReading(node, ann.userId, id))).sort()).toEqual(once);
    expect((await beginBoth((node, id) => startApplying(node, ann.userId, id, OPTIONS))).sort()).toEqual(
      once,
    );
    expect(await titlesOf(ann)).toEqual(["a", "b"]);
    for (const importId of ids) expect((await ann.client.imports.get({ importId })).status).toBe("done");
    await other.collab.stop();
    await other.db.close();
  },
);

test("one import begun twice at once is begun once", async () => {
  const bob = await app.aUser("Bob");
  const importId = await sendFiles(bob, [{ path: "x.md", bytes: "# X" }]);
  const both = await Promise.allSettled([1, 2].map(() => bob.client.imports.read({ importId })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
  expect(await settled(bob, importId)).toMatchObject({ status: "ready", plan: { notes: 1 } });
});

test("a note whose making was not heard of is this import's, and undone with it", async () => {
  const cat = await app.aUser("Cat");
  const { id } = await planned(cat, [
    { path: "one.md", bytes: "# One" },
    { path: "two.md", bytes: "# Two" },
  ]);
  let lost = 0;
  const losing = withCreations({
    after: () => {
      if (lost++ === 0)
        throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
    },
  });
  await startApplying(losing, cat.userId, id, OPTIONS);
  expect(await settled(cat, id)).toMatchObject({ status: "done", made: 2 });
  expect(lost).toBe(2);
  const { items } = await cat.client.imports.items({ importId: id });
  expect(items.map(({ outcome }) => outcome)).toEqual(["made", "made"]);
  expect(await cat.client.imports.undo({ importId: id })).toMatchObject({ undone: 2, kept: 0 });
  expect(await titlesOf(cat)).toEqual([]);
});

test("what a database says of a fault stays in the log; the person is told what to do", async () => {
  const dan = await app.aUser("Dan");
  const { id } = await planned(dan, [
    { path: "bad.md", bytes: "# Bad" },
    { path: "good.md", bytes: "# Good" },
  ]);
  const warn = vi.spyOn(app.services.log, "warn");
  const failing = withCreations({
    before: (values) => {
      if (values.includes("Bad"))
        throw Object.assign(new Error('new row violates check constraint "notes_title" of SELECT 1'), {
          code: "23514",
        });
    },
  });
  await startApplying(failing, dan.userId, id, OPTIONS);
  expect(await settled(dan, id)).toMatchObject({ status: "done", made: 1 });
  const { items } = await dan.client.imports.items({ importId: id, only: "remarks" });
  expect(items).toMatchObject([
    {
      title: "Bad",
      outcome: "skipped",
      reason:
        "not stored: something went wrong on our side. Import the same again: only what is missing is made",
    },
  ]);
  expect(warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ code: "23514" }) },
    "a part of an import was not made",
  );
  warn.mockRestore();
  // As it says.
  expect(
    await imported(dan, [
      { path: "bad.md", bytes: "# Bad" },
      { path: "good.md", bytes: "# Good" },
    ]),
  ).toMatchObject({
    made: 1,
    present: 1,
  });
});

test("cancelled when some notes are made, they lie in the trash, and the same again makes them anew", async () => {
  const eve = await app.aUser("Eve");
  const files = manyNotes(MANY);
  const { id } = await planned(eve, files);
  await eve.client.imports.start({ importId: id });
  await vi.waitUntil(async () => (await titlesOf(eve)).length > 0, { interval: 2, timeout: 20_000 });
  expect((await eve.client.imports.cancel({ importId: id })).status).toBe("cancelled");
  expect(await titlesOf(eve)).toEqual([]);
  expect((await eve.client.folders.list({})).folders).toEqual([]);
  const { counts } = await eve.client.trash.list({});
  expect(counts.notes).toBeGreaterThan(0);
  expect(counts.notes).toBeLessThan(MANY);
  const { items } = await eve.client.imports.items({ importId: id, limit: 500 });
  expect(items.filter(({ outcome }) => outcome === "made")).toEqual([]);
  await expect(eve.client.imports.undo({ importId: id })).rejects.toMatchObject({
    message: "This import is canceled.",
  });
  expect((await readdir(join(app.dataDir, "imports"))).includes(id)).toBe(false);
  const again = await imported(eve, files);
  expect(again).toMatchObject({ status: "done", made: MANY, present: 0 });
  expect(await eve.client.imports.undo({ importId: again.id })).toMatchObject({ undone: MANY, kept: 0 });
}, 180_000);

test("cancelled when the server that made it has just died, nothing of it stays", async () => {
  const ivo = await app.aUser("Ivo");
  const files = manyNotes(3);
  const { id } = await imported(ivo, files);
  // As it was left: under way, and nothing said of what was made.
  await app.database.asSuperuser("UPDATE imports SET status = 'making', updated_at = now() WHERE id = $1", [
    id,
  ]);
  await app.database.asSuperuser("UPDATE import_items SET outcome = 'planned' WHERE import_id = $1", [id]);
  expect((await ivo.client.imports.cancel({ importId: id })).status).toBe("cancelled");
  expect(await titlesOf(ivo)).toEqual([]);
  expect((await ivo.client.folders.list({})).folders).toEqual([]);
  expect(await imported(ivo, files)).toMatchObject({ status: "done", made: 3, present: 0 });
});

test("sent again before another server has heard that it is cancelled, an import is one of its own", async () => {
  const kai = await app.aUser("Kai");
  const files = manyNotes(3);
  const { id } = await imported(kai, files);
  // As it is then: cancelled, and what was made still there.
  await app.database.asSuperuser("UPDATE imports SET status = 'cancelled' WHERE id = $1", [id]);
  const again = await imported(kai, files);
  expect(again).toMatchObject({ status: "done", made: 3, present: 0 });
  // All of which is there already: begun and cancelled, it changes nothing for the next.
  const { id: none } = await planned(kai, files);
  await app.database.asSuperuser(
    `UPDATE imports SET status = 'cancelled', plan = plan || '{"begun": 1}' WHERE id = $1`,
    [none],
  );
  expect(await planned(kai, files)).toMatchObject({ present: 3 });
});

/** As if nobody had gone on with it for so long. */
async function left(importId: string, hours: number): Promise<void> {
  await app.database.asSuperuser(
    "UPDATE imports SET updated_at = now() - make_interval(hours => $2) WHERE id = $1",
    [importId, hours],
  );
  const at = new Date(Date.now() - hours * 60 * 60_000);
  await utimes(join(app.dataDir, "imports", importId), at, at);
}
const foldersLeft = () => readdir(join(app.dataDir, "imports"));

async function trustTheClock(): Promise<void> {
  await runCleanup(app.services, features);
  await app.database.asSuperuser(
    "UPDATE clock_watch SET seen_at = now() - interval '6 hours', trusted_from = now() - interval '6 hours'",
  );
}

test("what nobody went on with for a day is removed while the server runs, and said to be", async () => {
  const fay = await app.aUser("Fay");
  const abandoned = await sendFiles(fay, [{ path: "a.md", bytes: "# A" }]);
  const { id: ready } = await planned(fay, [{ path: "b.md", bytes: "# B" }]);
  const { id: recent } = await planned(fay, [{ path: "c.md", bytes: "# C" }]);
  for (const importId of [abandoned, ready]) await left(importId, 26);
  await left(recent, 23);
  // Of an account that was deleted meanwhile: no row tells of it.
  const orphan = "00000000-0000-4000-8000-000000000001";
  await mkdir(join(app.dataDir, "imports", orphan));
  await utimes(join(app.dataDir, "imports", orphan), 1, 1);
  await trustTheClock();
  await cleanDisk(app.services, features);
  const there = await foldersLeft();
  for (const gone of [abandoned, ready, orphan]) expect(there).not.toContain(gone);
  expect(there).toContain(recent);
  expect(await fay.client.imports.get({ importId: ready })).toMatchObject({
    status: "cancelled",
    message: expect.stringContaining("Send it again"),
  });
  for (const call of ["start", "undo"] as const)
    await expect(fay.client.imports[call]({ importId: ready })).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(fay.client.imports.read({ importId: abandoned })).rejects.toMatchObject({ code: "CONFLICT" });
  await fay.client.imports.start({ importId: recent });
  expect(await settled(fay, recent)).toMatchObject({ status: "done", made: 1 });
});

test("an upload that stopped is given up when its sender begins anew", async () => {
  const gus = await app.aUser("Gus");
  const stopped = await sendFiles(gus, [{ path: "a.md", bytes: "# A" }]);
  const going = await sendFiles(gus, [{ path: "b.md", bytes: "# B" }]);
  await left(stopped, 2);
  await gus.client.imports.create({ name: "anew" });
  expect((await gus.client.imports.get({ importId: stopped })).status).toBe("cancelled");
  expect((await gus.client.imports.get({ importId: going })).status).toBe("uploading");
  const there = await foldersLeft();
  expect(there).not.toContain(stopped);
  expect(there).toContain(going);
});

test("imports that wait for their start take a bounded part of the disk", async () => {
  const hal = await app.aUser("Hal");
  const { id: waiting } = await planned(hal, [{ path: "a.md", bytes: "# A" }]);
  await app.database.asSuperuser("UPDATE imports SET size = 4294967296 WHERE id = $1", [waiting]);
  const { id } = await hal.client.imports.create({ name: "more" });
  const send = () =>
    hal.request(`/api/imports/${id}/upload?path=b.md`, { method: "POST", body: new Uint8Array(10) });
  const refused = await send();
  expect([refused.status, await refused.json()]).toEqual([
    413,
    expect.objectContaining({ message: expect.stringContaining("other imports waiting") }),
  ]);
  expect(await hal.client.imports.get({ importId: id })).toMatchObject({ size: 0 });
  await hal.client.imports.cancel({ importId: waiting });
  expect((await send()).status).toBe(200);
});
