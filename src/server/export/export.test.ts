import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { tables } from "../db/catalog.ts";
import { imported } from "#testing/import-files.ts";
import { connectProgram } from "#testing/servers/oauth-program.ts";
import { unpackAll } from "#testing/unpack-all.ts";
import { Failure } from "../failure.ts";
import { exportAccount } from "./export-account.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const confirm = (person: SignedInVisitor) =>
  person.client.security.reauthenticate({ password: person.password });

async function exportOf(person: SignedInVisitor): Promise<Map<string, Buffer>> {
  await confirm(person);
  const { url } = await person.client.security.prepareExport({});
  const response = await person.request(url);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toMatch(/cairn-export-\d{4}-\d\d-\d\d\.zip/);
  return unpackAll(Buffer.from(await response.arrayBuffer()));
}

test("an export is for whoever has just proved who they are", async () => {
  const cat = await app.aUser("Cat");
  const refused = await cat.request("/api/export");
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: "REAUTHENTICATE" }),
  ]);
  expect((await app.visitor().request("/api/export")).status).toBe(401);
});

test("it holds notes in their folders, pictures and every row, opens nothing, and imports into an equal account", async () => {
  const ann = await app.aUser();
  const { client } = ann;
  const outer = await client.folders.create({ name: "Travel: 2026" });
  const inner = await client.folders.create({ name: "Norway", parentId: outer.id });
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const upload = await ann.request("/api/files/upload?name=fjord.png", {
    method: "POST",
    body: new Uint8Array(picture),
  });
  const file = (await upload.json()) as { id: string; url: string };
  const packing = await client.notes.create({
    title: "Packing list",
    body: { format: "markdown", text: "- tent\n- stove" },
    tags: ["camping", "summer trip"],
    folderId: inner.id,
  });
  await client.notes.create({
    title: "Plan",
    body: {
      format: "markdown",
      text: `Take [the list](/app/editor/${packing.id}).\n\n![fjord](${file.url})`,
    },
  });
  await client.sharing.publish({ noteId: packing.id, password: "secretpassword" });
  // What is derived of a note seconds later makes rows too.
  await expect
    .poll(() =>
      app.database.asSuperuser("SELECT 1 FROM notes_v2 WHERE user_id = $1 AND derived_seq < doc_seq", [
        ann.userId,
      ]),
    )
    .toEqual([]);
  const entries = await exportOf(ann);
  const names = [...entries.keys()];
  expect(names).toContain("Travel 2026/Norway/Packing list.md");
  const list = entries.get("Travel 2026/Norway/Packing list.md")!.toString();
  expect(list).toMatch(/^---\ntitle: Packing list\ntags:\n {2}- camping\n {2}- summer trip\n/);
  expect(list).toMatch(/created: \d{4}-/);
  expect(list).toContain("tent");
  const plan = entries.get("Plan.md")!.toString();
  expect(plan).toContain("(Travel%202026/Norway/Packing%20list.md)");
  const picturePath = names.find((name) => name.startsWith("_files/"))!;
  expect(plan).toContain(`(${picturePath})`);
  expect(entries.get(picturePath)!.equals(picture)).toBe(true);

  const owned = Object.entries(tables).filter(([, { owner, isDerived }]) => owner && !isDerived);
  for (const [name, { owner }] of owned) {
    const lines = entries.get(`_rows/${name}.jsonl`)!.toString().split("\n").filter(Boolean);
    const [row] = await app.database.asSuperuser<{ n: number }>(
      `SELECT count(*) AS n FROM ${name} WHERE ${owner} = $1`,
      [ann.userId],
    );
    expect([name, lines.length]).toEqual([name, row!.n]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ [owner!]: ann.userId });
  }
  const [session] = await app.database.asSuperuser<{ token: string }>(
    "SELECT token FROM auth.sessions WHERE user_id = $1",
    [ann.userId],
  );
  const [account] = await app.database.asSuperuser<{ password: string }>(
    "SELECT password FROM auth.accounts WHERE user_id = $1",
    [ann.userId],
  );
  const everything = [...entries.values()].map(String).join("\n");
  expect(everything).not.toContain(session!.token);
  expect(everything).not.toContain(account!.password);
  const [page] = await app.database.asSuperuser<{ password_hash: string }>(
    "SELECT password_hash FROM note_publications WHERE user_id = $1",
    [ann.userId],
  );
  expect(everything).not.toContain(page!.password_hash);

  const bob = await app.aUser("Bob");
  await confirm(ann);
  const zip = Buffer.from(await (await ann.request("/api/export")).arrayBuffer());
  const send = () => imported(bob, [{ path: "cairn-export.zip", bytes: zip }]);
  expect(await send()).toMatchObject({ status: "done", made: 2, plan: { folders: 2, files: 1 } });
  const again = await exportOf(bob);
  const plainly = (text: string) => text.replaceAll(/^(created|updated): .*$/gm, "");
  for (const path of ["Travel 2026/Norway/Packing list.md", "Plan.md"])
    expect(plainly(again.get(path)!.toString())).toBe(plainly(entries.get(path)!.toString()));
  // The same ZIP once more makes nothing twice.
  expect(await send()).toMatchObject({ status: "done", made: 0, present: 2 });
});

test("a file whose bytes are lost costs an export that file and nothing else", async () => {
  const eve = await app.aUser("Eve");
  const upload = async (name: string) => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const sent = await eve.request(`/api/files/upload?name=${name}`, {
      method: "POST",
      body: new Uint8Array(bytes),
    });
    return ((await sent.json()) as { id: string }).id;
  };
  const [lost, kept] = [await upload("lost.png"), await upload("kept.png")];
  await eve.client.notes.create({ title: "Still here" });
  const [row] = await app.database.asSuperuser<{ storage_key: string }>(
    "SELECT storage_key FROM files WHERE id = $1",
    [lost],
  );
  await app.services.storage.removeFile(row!.storage_key);
  const entries = await exportOf(eve);
  expect([...entries.keys()]).toContain("Still here.md");
  const { files } = JSON.parse(entries.get("_cairn/manifest.json")!.toString()) as {
    files: Record<string, string>;
  };
  expect(Object.keys(files)).toEqual([kept]);
  expect(entries.get(files[kept]!)!.length).toBeGreaterThan(0);
  const fay = await app.aUser("Fay");
  await confirm(eve);
  const zip = Buffer.from(await (await eve.request("/api/export")).arrayBuffer());
  const done = await imported(fay, [{ path: "export.zip", bytes: zip }]);
  expect(done).toMatchObject({ status: "done", made: 1, plan: { files: 1, skipped: 1 } });
  const { items } = await fay.client.imports.items({ importId: done.id, only: "remarks" });
  expect(items).toContainEqual(
    expect.objectContaining({ path: "lost.png", reason: "its data isn't in the export" }),
  );
});

test("a note that cannot be written out keeps its words, and the others are whole", async () => {
  const gus = await app.aUser("Gus");
  const make = (title: string) =>
    gus.client.notes.create({ title, body: { format: "markdown", text: `**${title}** words` } });
  const hard = await make("Hard");
  await make("Easy");
  await app.services.collab.derivation.deriveNow(hard.id, gus.userId);
  const { bodies } = app.services.collab;
  let asked = 0;
  const read: typeof bodies.read = (...args) =>
    asked++ === 0
      ? Promise.reject(new Failure("TOO_LARGE", "This text takes too long"))
      : bodies.read(...args);
  const collab = { ...app.services.collab, bodies: { ...bodies, read } };
  const stream = await exportAccount({ ...app.services, collab }, gus.userId);
  const entries = await unpackAll(await buffer(stream));
  expect(entries.get("Hard.md")!.toString()).toMatch(/\nHard words\s*$/);
  expect(entries.get("Easy.md")!.toString()).toContain("**Easy** words");
  expect(entries.get("_rows/public.note_updates.jsonl")!.toString().split("\n").filter(Boolean)).toHaveLength(
    2,
  );
});

test("rows of every page come along, in more than one page too", async () => {
  const dan = await app.aUser("Dan");
  for (let index = 0; index < 230; index++)
    await app.database.asSuperuser(
      "INSERT INTO folders (id, user_id, name) VALUES (gen_random_uuid(), $1, $2)",
      [dan.userId, `folder ${index}`],
    );
  const entries = await exportOf(dan);
  const lines = entries.get("_rows/public.folders.jsonl")!.toString().split("\n").filter(Boolean);
  expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(230);
});

test("what app passwords and connected programs are kept as stays here", async () => {
  const dan = await app.aUser("Dan");
  await confirm(dan);
  const { token } = await dan.client.tokens.create({ name: "Script", scopes: ["api:read"] });
  app.services.config.publicUrl = new URL(app.url);
  await connectProgram(app, dan);
  const calendar = await dan.client.calendars.create({ name: "Work" });
  await dan.client.calendars.createFeed({ calendarId: calendar.id });
  const kept = await app.database.asSuperuser<{ hash: string }>(
    `SELECT unnest(array_remove(ARRAY[token_hash, family_hash, refresh_hash], NULL)) AS hash FROM tokens WHERE user_id = $1
     UNION ALL SELECT secret_hash FROM calendar_feeds WHERE user_id = $1`,
    [dan.userId],
  );
  expect(kept).toHaveLength(5);
  const text = [...(await exportOf(dan)).values()].map(String).join("\n");
  expect(text).toContain(token.id);
  for (const { hash } of kept) expect(text).not.toContain(hash);
});
