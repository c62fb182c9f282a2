import { mkdir, mkdtemp, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import yazl from "yazl";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { tables } from "../db/catalog.ts";
import { unpackAll } from "#testing/unpack-all.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
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

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const send = (person: SignedInVisitor, zip: Buffer) =>
  person.request("/api/import", {
    method: "POST",
    headers: { "content-type": "application/zip" },
    body: new Uint8Array(zip),
  });

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

  const owned = Object.entries(tables).filter(([, { owner }]) => owner);
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

  const bob = await app.aUser("Bob");
  await confirm(ann);
  const zip = Buffer.from(await (await ann.request("/api/export")).arrayBuffer());
  const imported = await send(bob, zip);
  expect(await imported.json()).toMatchObject({ files: 2, notes: 2, folders: 2, images: 1, leftOut: 0 });
  const again = await exportOf(bob);
  const plainly = (text: string) => text.replaceAll(/^(created|updated): .*$/gm, "");
  for (const path of ["Travel 2026/Norway/Packing list.md", "Plan.md"])
    expect(plainly(again.get(path)!.toString())).toBe(plainly(entries.get(path)!.toString()));
  // The same ZIP once more makes nothing twice.
  const repeated = await send(bob, zip);
  expect(await repeated.json()).toMatchObject({ notes: 0, present: 2 });
}, 30_000);

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
}, 30_000);

test("a ZIP with hostile names and hidden files stays in its folder and tells what it left out", async () => {
  const eve = await app.aUser("Eve");
  const zip = await zipOf({
    "notes/one.md": "# One",
    ".obsidian/workspace.md": "hidden",
    "notes/zero.md": Buffer.from([35, 0, 0, 0]),
    "notes/program.exe": "MZ",
  });
  // yazl writes no such name, so the bytes are changed: both places, same length.
  const hostile = Buffer.from(zip.toString("latin1").replaceAll("notes/one.md", "../../../.md"), "latin1");
  expect(await (await send(eve, zip)).json()).toMatchObject({ notes: 1, leftOut: 1 });
  expect((await send(eve, hostile)).status).toBe(422);
  const titles = (await eve.client.notes.list({})).notes.map((note) => note.title);
  expect(titles).toContain("One");
  expect(titles).not.toContain("hidden");
});

test.each([
  ["no ZIP at all", Buffer.from("hello")],
  ["nothing", Buffer.alloc(0)],
])("%s is refused in words", async (_, bytes) => {
  const response = await send(ann, bytes);
  expect([response.status, await response.json()]).toEqual([
    422,
    expect.objectContaining({ message: "This is not a ZIP file, or it is damaged." }),
  ]);
});

test("a ZIP that says less than it unpacks to is refused, and leaves nothing behind", async () => {
  const honest = await zipOf({ "bomb.md": Buffer.alloc(20_000_000, 65) });
  const response = await send(ann, honest);
  const answer = (await response.json()) as { notes: number; leftOut: number };
  expect([answer.notes, answer.leftOut]).toEqual([0, 1]);
  const folder = join(app.dataDir, "imports");
  expect(await readdir(folder)).toEqual([]);
});

test("what an import left that ended with its process is gone a day later, at the next start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-data-"));
  const parent = join(dataDir, "imports");
  const dayAgo = new Date(Date.now() - 25 * 60 * 60_000);
  for (const name of ["old", "running"]) await mkdir(join(parent, name), { recursive: true });
  await writeFile(join(parent, "old", "note.md"), "words");
  await utimes(join(parent, "old"), dayAgo, dayAgo);
  const later = await startTestApp({}, undefined, { dataDir });
  expect(await readdir(parent)).toEqual(["running"]);
  await later.close();
});

test("a stranger imports nothing", async () => {
  const visitor = app.visitor();
  const response = await visitor.request("/api/import", { method: "POST", body: "x" });
  expect(response.status).toBe(401);
});
