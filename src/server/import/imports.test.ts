import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imported, planned, sendFiles, settled, zipOf } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { importOneFile } from "../cli/import-one-file.ts";

let app: TestApp;
let ann: SignedInVisitor;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
  picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

const titlesOf = async (person: SignedInVisitor) =>
  (await person.client.notes.list({ limit: 200 })).notes.map(({ title }) => title).sort();

async function bodyOf(person: SignedInVisitor, title: string): Promise<string> {
  const { notes } = await person.client.notes.list({ limit: 200 });
  const note = notes.find((candidate) => candidate.title === title);
  return (await person.client.notes.body({ noteId: note?.id ?? "" })).text;
}

test("a note of an Obsidian vault is called what its file is, any other by its first heading, which stays", async () => {
  const eve = await app.aUser("Eve");
  const bytes = "# Heading\n\nText.";
  for (const files of [
    [
      { path: "vault/.obsidian/app.json", bytes: "{}" },
      { path: "vault/By file.md", bytes },
    ],
    [{ path: "folder/By heading.md", bytes }],
  ]) {
    const { id } = await planned(eve, files);
    await eve.client.imports.start({ importId: id });
    await settled(eve, id);
  }
  expect((await titlesOf(eve)).sort()).toEqual(["By file", "Heading"]);
  expect(await bodyOf(eve, "By file")).toContain("# Heading");
});

test("a plan says what will be made, and nothing is there before it is started", async () => {
  const bob = await app.aUser("Bob");
  const plan = await planned(bob, [
    { path: "vault/.obsidian/app.json", bytes: "{}" },
    {
      path: "vault/One.md",
      bytes:
        "---\ntags: [a]\naliases: [First, Primus]\ncreated: 2020-01-02\n---\n\nSee [[Two]], ![[cat.png]] and #inline-tag.\n\n> [!warning] Mind\n> the gap",
    },
    {
      path: "vault/deep/Two.md",
      bytes: "Back to [[Primus|the first]].\n\n![[One]]",
      modified: Date.UTC(2021, 4, 5),
    },
    { path: "vault/files/cat.png", bytes: picture },
    { path: "vault/files/unused.png", bytes: picture },
    { path: "vault/broken.md", bytes: Buffer.from([35, 0, 0, 0]) },
  ]);
  expect(plan).toMatchObject({
    status: "ready",
    format: "obsidian",
    plan: { folders: 2, notes: 2, files: 1, skipped: 2 },
    made: 0,
  });
  expect(await titlesOf(bob)).toEqual([]);
  const { items } = await bob.client.imports.items({ importId: plan.id });
  expect(
    items
      .filter(({ outcome }) => outcome === "skipped")
      .map(({ path, reason }) => [path, reason])
      .sort(),
  ).toEqual([
    ["vault/broken.md", expect.stringContaining("not text")],
    ["vault/files/unused.png", "a picture that no note shows"],
  ]);

  await bob.client.imports.start({ importId: plan.id });
  const done = await settled(bob, plan.id);
  expect(done).toMatchObject({ status: "done", made: 2 });
  const [told] = (await bob.client.notifications.list()).notifications;
  expect(told).toMatchObject({ type: "success", title: "Import finished" });
  const { notes } = await bob.client.notes.list({});
  const one = notes.find(({ title }) => title === "One")!;
  const two = notes.find(({ title }) => title === "Two")!;
  expect(one).toMatchObject({ tags: ["a", "inline-tag"], createdAt: "2020-01-02T00:00:00.000Z" });
  expect(two.updatedAt).toBe("2021-05-05T00:00:00.000Z");
  expect((await bob.client.notes.backlinks({ noteId: two.id })).linked).toHaveLength(1);
  expect((await bob.client.notes.backlinks({ noteId: one.id })).linked).toHaveLength(1);
  expect(await bodyOf(bob, "One")).toMatch(
    /!\[cat\.png\]\(\/files\/[0-9a-f-]{36}\)[\s\S]*> \[!warning\] Mind\n> the gap/,
  );
  const { folders } = await bob.client.folders.list();
  expect(folders.map(({ name }) => name).sort()).toEqual(["deep", "vault"]);
  expect(await readdir(join(app.dataDir, "imports"))).toEqual([]);
});

test("a link to a note that the account has already is no dead link", async () => {
  const kim = await app.aUser("Kim");
  await kim.client.notes.create({ title: "My first words" });
  const { id } = await planned(kim, [
    { path: "f/One.md", bytes: "[[my first Words]] [[My first words#Part|it]] [[Nobody]]" },
  ]);
  const { items } = await kim.client.imports.items({ importId: id });
  const note = items.find(({ kind }) => kind === "note");
  expect(note?.problems.map(({ source }) => source)).toEqual(["[[Nobody]]"]);
});

test("undoing takes back what was made and nothing that somebody changed", { timeout: 180_000 }, async () => {
  const cat = await app.aUser("Cat");
  const files = [
    { path: "in/kept.md", bytes: "# Kept" },
    { path: "in/gone.md", bytes: "# Gone\n\n![](p.png)" },
    { path: "in/sub/gone too.md", bytes: "# Gone too" },
    { path: "in/p.png", bytes: picture },
  ];
  const done = await imported(cat, files);
  const { notes } = await cat.client.notes.list({});
  const kept = notes.find(({ title }) => title === "Kept")!;
  await cat.client.notes.update({ noteId: kept.id, tags: ["mine"] });
  const undone = await cat.client.imports.undo({ importId: done.id });
  expect(undone).toMatchObject({ undone: 2, kept: 1, import: { status: "undone" } });
  expect(await titlesOf(cat)).toEqual(["Kept"]);
  expect((await cat.client.folders.list()).folders.map(({ name }) => name)).toEqual(["in"]);
  const { counts } = await cat.client.trash.list({});
  expect(counts).toMatchObject({ notes: 2, files: 1 });
  // All of it, when asked.
  expect(await cat.client.imports.undo({ importId: done.id, withEdited: true })).toMatchObject({
    undone: 1,
    kept: 0,
  });
  expect(await titlesOf(cat)).toEqual([]);
  expect((await cat.client.folders.list()).folders).toEqual([]);
  // Sent again it is made again, though its first notes lie in the trash.
  expect(await imported(cat, files)).toMatchObject({ status: "done", made: 3, present: 0 });
  // And once more, it is there.
  const looked = await planned(cat, files);
  expect(looked).toMatchObject({ status: "ready", present: 3 });
  // A look that came to nothing changes nothing.
  await cat.client.imports.cancel({ importId: looked.id });
  expect(await planned(cat, files)).toMatchObject({ status: "ready", present: 3 });
});

test("an import goes into the folder that was chosen, which has to be one's own", async () => {
  const dan = await app.aUser("Dan");
  const target = await dan.client.folders.create({ name: "Target" });
  const done = await imported(dan, [{ path: "a.md", bytes: "# A" }], { folderId: target.id });
  expect(done.status).toBe("done");
  expect((await dan.client.notes.list({})).notes[0]).toMatchObject({ title: "A", folderId: target.id });
  const plan = await planned(dan, [{ path: "b.md", bytes: "# B" }]);
  const foreign = await ann.client.folders.create({ name: "Of Ann" });
  await expect(dan.client.imports.start({ importId: plan.id, folderId: foreign.id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a stranger reaches no import by any door", async () => {
  const importId = await sendFiles(ann, [{ path: "secret.md", bytes: "# Secret" }]);
  const eve = await app.aUser("Eve");
  for (const call of ["get", "items", "read", "start", "cancel", "undo"] as const)
    await expect(eve.client.imports[call]({ importId }), call).rejects.toMatchObject({ code: "NOT_FOUND" });
  const upload = (person: SignedInVisitor | ReturnType<TestApp["visitor"]>) =>
    person.request(`/api/imports/${importId}/upload?path=x.md`, { method: "POST", body: "x" });
  expect((await upload(eve)).status).toBe(404);
  expect((await upload(app.visitor())).status).toBe(401);
  expect((await eve.client.imports.list({})).imports).toEqual([]);
});

test("what is done in the wrong order is refused in words", async () => {
  const { id } = await ann.client.imports.create({ name: "empty" });
  await expect(ann.client.imports.read({ importId: id })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "Nothing was uploaded yet.",
  });
  await expect(ann.client.imports.start({ importId: id })).rejects.toMatchObject({
    message: "This import is still uploading.",
  });
  await expect(ann.client.imports.undo({ importId: id })).rejects.toMatchObject({ code: "CONFLICT" });
  await ann.client.imports.cancel({ importId: id });
  await expect(ann.client.imports.cancel({ importId: id })).rejects.toMatchObject({
    message: "This import is canceled.",
  });
  const late = await ann.request(`/api/imports/${id}/upload?path=x.md`, { method: "POST", body: "x" });
  expect([late.status, await late.json()]).toEqual([
    409,
    expect.objectContaining({ message: "This import doesn't accept more files." }),
  ]);
});

test("a piece that broke off is sent again, and a gap is refused", async () => {
  const { id } = await ann.client.imports.create({ name: "pieces" });
  const send = (offset: number, body: string) =>
    ann.request(`/api/imports/${id}/upload?path=pieces.md&offset=${offset}`, { method: "POST", body });
  expect(await (await send(0, "# Pie")).json()).toEqual({ size: 5 });
  expect((await send(9, "late")).status).toBe(422);
  expect(await (await send(5, "ces broken off")).json()).toEqual({ size: 19 });
  expect(await (await send(5, "ces")).json()).toEqual({ size: 8 });
  await ann.client.imports.read({ importId: id });
  await settled(ann, id);
  await ann.client.imports.start({ importId: id });
  await settled(ann, id);
  expect(await titlesOf(ann)).toContain("Pieces");
});

test("a piece that hangs is given up when it is sent again, and takes nothing of the second with it", async () => {
  const lea = await app.aUser("Lea");
  const { id } = await lea.client.imports.create({ name: "hanging" });
  const text = `# Whole\n\n${"words ".repeat(2_000)}`;
  const path = `/api/imports/${id}/upload?path=whole.md`;
  let cut = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 1_000)));
      cut = () => controller.error(new Error("line cut"));
    },
  });
  const hanging = lea.request(path, { method: "POST", body, duplex: "half" } as RequestInit).then(
    ({ status }) => status,
    () => "cut",
  );
  const file = join(app.dataDir, "imports", id, "in", "whole.md");
  await expect
    .poll(() =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBe(1_000);
  expect(await (await lea.request(path, { method: "POST", body: text })).json()).toEqual({
    size: text.length,
  });
  cut();
  expect(await hanging).toBe("cut");
  expect(await lea.client.imports.get({ importId: id })).toMatchObject({ size: text.length });
  await lea.client.imports.read({ importId: id });
  await settled(lea, id);
  await lea.client.imports.start({ importId: id });
  await settled(lea, id);
  expect((await bodyOf(lea, "Whole")).length).toBeGreaterThan(11_000);
});

test("what is sent lies in the folder of its import, whatever it is called", async () => {
  const jon = await app.aUser("Jon");
  const names = [
    "../../../evil.md",
    "/etc/evil too.md",
    "..\\..\\evil three.md",
    "a/../../../b/evil four.md",
  ];
  const beside = async () => (await readdir(app.dataDir)).filter((name) => name !== "imports");
  const before = await beside();
  const plan = await planned(
    jon,
    names.map((path) => ({ path, bytes: `# ${path.replaceAll(/[^a-z ]/g, "")}` })),
  );
  expect(plan).toMatchObject({ status: "ready", plan: { notes: 4 } });
  expect(await beside()).toEqual(before);
  const { items } = await jon.client.imports.items({ importId: plan.id });
  const notes = items.filter(({ kind }) => kind === "note");
  // By their names, whichever was read sooner.
  expect(notes.map(({ path }) => path)).toEqual([
    "a/b/evil four.md",
    "etc/evil too.md",
    "evil three.md",
    "evil.md",
  ]);
});

test("cancelled while it is made, nothing of it stays", async () => {
  const gus = await app.aUser("Gus");
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`n${at}.md`, `# Note ${at}\n\n${"words ".repeat(200)}`]),
  );
  const plan = await planned(gus, [{ path: "many.zip", bytes: await zipOf(files) }]);
  expect(plan).toMatchObject({ status: "ready", plan: { notes: 120 } });
  await gus.client.imports.start({ importId: plan.id });
  const cancelled = await gus.client.imports.cancel({ importId: plan.id });
  expect(cancelled.status).toBe("cancelled");
  expect(await titlesOf(gus)).toEqual([]);
  expect(await readdir(join(app.dataDir, "imports")).then((names) => names.includes(plan.id))).toBe(false);
});

test("an import whose process died is said to be over, and what it made can be undone", async () => {
  const hal = await app.aUser("Hal");
  const done = await imported(hal, [{ path: "h.md", bytes: "# H" }]);
  await app.database.asSuperuser(
    "UPDATE imports SET status = 'making', updated_at = now() - interval '1 hour' WHERE id = $1",
    [done.id],
  );
  await app.database.asSuperuser(
    "UPDATE import_items SET outcome = 'planned', written_at = NULL WHERE import_id = $1",
    [done.id],
  );
  expect(await hal.client.imports.get({ importId: done.id })).toMatchObject({
    status: "failed",
    message: expect.stringContaining("restarted"),
  });
  expect(await hal.client.imports.undo({ importId: done.id })).toMatchObject({ undone: 1, kept: 0 });
});

test("what somebody wrote stays, although the process died before it could say that it made the note", async () => {
  const kim = await app.aUser("Kim");
  const { id } = await planned(kim, [
    { path: "mine.md", bytes: "# Mine", modified: Date.UTC(2022, 1, 2, 3, 4, 5, 678) },
    { path: "theirs.md", bytes: "# Theirs" },
  ]);
  const told = await app.database.asSuperuser<{ position: number; written_at: Date }>(
    "SELECT position, written_at FROM import_items WHERE import_id = $1 AND kind = 'note'",
    [id],
  );
  await kim.client.imports.start({ importId: id });
  await settled(kim, id);
  for (const { position, written_at: writtenAt } of told)
    await app.database.asSuperuser(
      "UPDATE import_items SET outcome = 'planned', written_at = $3 WHERE import_id = $1 AND position = $2",
      [id, position, writtenAt],
    );
  await app.database.asSuperuser(
    "UPDATE imports SET status = 'making', updated_at = now() - interval '1 hour' WHERE id = $1",
    [id],
  );
  const { notes } = await kim.client.notes.list({});
  const mine = notes.find(({ title }) => title === "Mine")!;
  await kim.client.notes.update({ noteId: mine.id, title: "Mine indeed" });
  expect(await kim.client.imports.undo({ importId: id })).toMatchObject({ undone: 1, kept: 1 });
  expect(await titlesOf(kim)).toEqual(["Mine indeed"]);
});

test("the command takes the files that the browser takes", async () => {
  const ida = await app.aUser("Ida");
  const folder = await mkdtemp(join(tmpdir(), "cairn-file-"));
  const path = join(folder, "plan.opml");
  await writeFile(path, '<opml><head><title>Plan</title></head><body><outline text="A"/></body></opml>');
  const options = { reportPath: join(folder, "report.json"), onProgress: () => {} };
  const trial = await importOneFile(app.services, ida.userId, path, { ...options, isTrial: true });
  expect(trial).toContain("Would import opml: 1 notes");
  expect(await titlesOf(ida)).toEqual([]);
  const done = await importOneFile(app.services, ida.userId, path, { ...options, isTrial: false });
  expect(done).toContain("Imported 1 notes");
  expect(await titlesOf(ida)).toEqual(["Plan"]);
  expect(JSON.parse(await readFile(options.reportPath, "utf8"))).toMatchObject({
    items: [{ title: "Plan", outcome: "made" }],
  });
  await writeFile(path, "<opml>");
  await expect(importOneFile(app.services, ida.userId, path, { ...options, isTrial: false })).rejects.toThrow(
    "damaged or cut off",
  );
});

test("pictures within a page come along, those of other servers are named and not fetched", async () => {
  const ivy = await app.aUser("Ivy");
  const inside = `<img alt="in" src="data:image/png;base64,${picture.toString("base64")}">`;
  const remote = [1, 2].map((at) => `<img alt="out ${at}" src="https://remote.example/${at}.png">`).join("");
  const done = await imported(ivy, [
    { path: "page.html", bytes: `<!doctype html><title>Page</title><p>${inside}${remote}` },
  ]);
  expect(done).toMatchObject({ status: "done", plan: { files: 1 }, warned: 1 });
  const { items } = await ivy.client.imports.items({ importId: done.id, only: "remarks" });
  expect(items[0]!.problems).toEqual([
    {
      line: 1,
      kind: "remote-image",
      source: "https://remote.example/1.png",
      became: "stays as it was: pictures of other servers are not fetched",
    },
  ]);
  const body = await bodyOf(ivy, "Page");
  expect(body).toMatch(/!\[in\]\(\/files\/[0-9a-f-]{36}\)/);
  expect(body).toContain("https://remote.example/2.png");
});

test("signs that look like an escape are letters, in titles as in texts", async () => {
  const eve = await app.aUser("Eve");
  const bytes = "<!doctype html><title>What \\u0000 means</title><p>It says \\u0000.";
  const done = await imported(eve, [{ path: "page.html", bytes }]);
  expect(done).toMatchObject({ status: "done", made: 1 });
  const { notes } = await eve.client.notes.list({});
  expect(notes.map(({ title }) => title)).toEqual(["What \\u0000 means"]);
});

test("what is sent again counts once, and what would be too much is refused before it is kept", async () => {
  const fay = await app.aUser("Fay");
  const { id } = await fay.client.imports.create({ name: "again" });
  const send = (offset: number, body: string) =>
    fay.request(`/api/imports/${id}/upload?path=again.md&offset=${offset}`, { method: "POST", body });
  for (let turn = 0; turn < 3; turn++) expect((await send(0, "# Again")).status).toBe(200);
  expect((await send(7, " and again")).status).toBe(200);
  expect(await fay.client.imports.get({ importId: id })).toMatchObject({ size: 17 });
  expect((await send(10 ** 12, "far away")).status).toBe(413);
  expect((await send(100, "a gap")).status).toBe(422);
  expect(await fay.client.imports.get({ importId: id })).toMatchObject({ size: 17 });
});
