import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/uuid-v7.ts";
import { imported, settled } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { unpackAll } from "#testing/unpack-all.ts";

let app: TestApp;
let ann: SignedInVisitor;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "olive" } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

async function exportOf(person: SignedInVisitor): Promise<Buffer> {
  await person.client.security.reauthenticate({ password: person.password });
  const { url } = await person.client.security.prepareExport({});
  return Buffer.from(await (await person.request(url)).arrayBuffer());
}

async function upload(person: SignedInVisitor, name: string, bytes: Buffer): Promise<string> {
  const id = uuidV7();
  const base64 = (value: string) => Buffer.from(value).toString("base64");
  const head = { "tus-resumable": "1.0.0" };
  const metadata = `id ${base64(id)},name ${base64(name)},type ${base64("application/octet-stream")}`;
  const begun = await person.request("/api/files/uploads", {
    method: "POST",
    headers: { ...head, "upload-length": String(bytes.length), "upload-metadata": metadata },
  });
  expect(begun.status).toBe(201);
  const sent = await person.request(`/api/files/uploads/${id}`, {
    method: "PATCH",
    headers: { ...head, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(bytes),
  });
  expect(sent.status).toBe(204);
  return id;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const BLOCKS = `# Heading

A **bold**, *italic*, ~~struck~~, ==marked== and \`code\` line with [a link](https://example.com) and $x^2$.

> A quotation.

> [!WARNING] Mind
> the gap

1. one
2. two
   - inner

| a | b |
| - | -: |
| 1 | 2 |

\`\`\`js
let a;
\`\`\`

$$
e = mc^2
$$

<details>
<summary>More</summary>

inside

</details>

<div class="columns">
<div class="column">

left

</div>
<div class="column">

right

</div>
</div>

- [ ] call Bo tomorrow
- [x] done

***
`;

/** Everything of an account that its owner can see, with ids in words, so that two accounts can be compared. */
async function accountOf(person: SignedInVisitor) {
  const { client } = person;
  const names = new Map<string, string>();
  const { folders } = await client.folders.list({});
  for (const { id, name } of folders) names.set(id, `folder ${name}`);
  const listed = (await client.notes.list({ limit: 200 })).notes;
  const trash = await client.trash.list({});
  for (const { id, title } of listed) names.set(id, `note ${title}`);
  for (const { id, name, kind } of trash.items) names.set(id, `${kind} ${name}`);
  const { rows: files } = {
    rows: await app.database.asSuperuser<{ id: string; name: string; type: string; size: number }>(
      "SELECT id, name, type, size FROM files WHERE user_id = $1 ORDER BY name",
      [person.userId],
    ),
  };
  for (const { id, name } of files) names.set(id, `file ${name}`);
  const inWords = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(UUID, (id) => names.get(id) ?? id)) as unknown;
  const notes = [];
  for (const note of listed.toSorted((a, b) => a.title.localeCompare(b.title))) {
    const { text } = await client.notes.body({ noteId: note.id, format: "json" });
    const { versions } = await client.notes.versions({ noteId: note.id });
    const states = [];
    for (const { seq, name } of versions)
      states.push({
        name,
        text: (await client.notes.version({ noteId: note.id, seq, format: "markdown" })).text,
      });
    const { title, category, tags, isFavorite, folderId, createdAt, updatedAt, wordCount } = note;
    notes.push(
      inWords({
        title,
        category,
        tags,
        isFavorite,
        folderId,
        createdAt,
        updatedAt,
        wordCount,
        body: JSON.parse(text) as unknown,
        states,
      }),
    );
  }
  const bytes = [];
  for (const { id, name, type, size } of files) {
    const response = await person.request(`/files/${id}/original`);
    bytes.push({
      name,
      type,
      size,
      bytes: response.ok ? Buffer.from(await response.arrayBuffer()).toString("hex") : response.status,
    });
  }
  const { tasks } = await client.tasks.list({});
  const told = tasks
    .map(({ title, completed, priority, category, dueDate, dueTime, noteId, blockId }) => ({
      title,
      completed,
      priority,
      category,
      dueDate,
      dueTime,
      noteId,
      blockId,
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title));
  return {
    folders: inWords(
      folders
        .map(({ name, parentId, noteCount }) => ({ name, parentId, noteCount }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    ),
    notes,
    trash: trash.items
      .map(({ kind, name, notes: count }) => ({ kind, name, count }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    files: bytes,
    tasks: inWords(told),
    templates: (await client.templates.list({})).templates.map(({ name, text }) => ({ name, text })),
    preferences: await client.preferences.get({}),
    weather: (await client.workspace.get({})).weatherLocation,
  };
}

test("an account comes out whole and goes into an empty one as it was", { timeout: 120_000 }, async () => {
  const { client } = ann;
  const travel = await client.folders.create({ name: "Travel" });
  const norway = await client.folders.create({ name: "Norway", parentId: travel.id });
  const gone = await client.folders.create({ name: "Gone" });
  const image = await upload(ann, "fjord.png", picture);
  const pdf = await upload(ann, "plan.pdf", Buffer.from("%PDF-1.4 a plan"));
  const unused = await upload(ann, "thrown.png", picture);
  await client.files.remove({ fileId: unused });
  const target = await client.notes.create({
    title: "Old title",
    tags: ["a", "b c"],
    category: "work",
    folderId: norway.id,
    isFavorite: true,
  });
  const all = await client.notes.create({
    title: "Everything",
    folderId: travel.id,
    body: {
      format: "markdown",
      text: `${BLOCKS}\nSee [[Old title]], [by address](/app/editor/${target.id}) and ![fjord|120](/files/${image})\n\n[plan.pdf](/files/${pdf})\n`,
    },
  });
  await client.notes.update({ noteId: target.id, title: "New title" });
  const body = await client.notes.body({ noteId: target.id });
  await client.notes.replaceBody({
    noteId: target.id,
    baseSeq: body.seq,
    body: { format: "markdown", text: "First words" },
  });
  await client.notes.nameVersion({ noteId: target.id, name: "The first" });
  const again = await client.notes.body({ noteId: target.id });
  await client.notes.replaceBody({
    noteId: target.id,
    baseSeq: again.seq,
    body: { format: "markdown", text: "First words and more" },
  });
  const trashed = await client.notes.create({
    title: "Thrown away",
    folderId: gone.id,
    body: { format: "markdown", text: "gone" },
  });
  await client.notes.remove({ noteId: trashed.id });
  await client.folders.remove({ folderId: gone.id, notes: "trash" });
  for (const { id } of [all, target]) await app.services.collab.derivation.deriveNow(id, ann.userId);
  await client.templates.save({ id: uuidV7(), name: "Meeting", text: "# {{title}}" });
  const words = { quote: "Heading", text: "Is it so?" };
  await client.comments.begin({ noteId: all.id, threadId: uuidV7(), commentId: uuidV7(), ...words });
  await client.tasks.create({
    title: "On its own",
    priority: "high",
    dueDate: "2027-01-02",
    dueTime: "10:30",
  });
  const ofNote = (await client.tasks.list({})).tasks.find(({ title }) => title.includes("Bo"))!;
  await client.tasks.update({ taskId: ofNote.id, priority: "low", dueDate: "2027-03-04" });
  await client.preferences.update({
    dashboardTheme: "midnight",
    settings: { mode: "light", weekStart: "sunday" },
  });
  await client.workspace.update({ weatherLocation: "Oslo" });

  const before = await accountOf(ann);
  const zip = await exportOf(ann);
  const bob = await app.aUser("Bob");
  const done = await imported(bob, [{ path: "cairn-export.zip", bytes: zip }], { withSettings: true });
  expect(done).toMatchObject({ status: "done", format: "cairn", made: 3, hasSettings: true });
  const { items } = await bob.client.imports.items({ importId: done.id });
  expect(items.filter(({ outcome }) => outcome !== "made")).toEqual([]);
  expect(await accountOf(bob)).toEqual(before);

  const copy = (await bob.client.notes.list({})).notes.find(({ title }) => title === "Everything")!;
  const { threads } = await bob.client.comments.list({ noteId: copy.id });
  expect(threads).toMatchObject([{ quote: "Heading", comments: [{ text: "Is it so?" }] }]);

  // Nothing in it still names what is Ann's.
  const rows = await app.database.asSuperuser<{ content: string }>(
    "SELECT content FROM notes_v2 WHERE user_id = $1",
    [bob.userId],
  );
  for (const id of [target.id, image, pdf, all.id])
    expect(rows.map(({ content }) => content).join()).not.toContain(id);

  // Exported again it is the same text, and undone it leaves an account as it was before, its settings too.
  const [mine, theirs] = [await unpackAll(zip), await unpackAll(await exportOf(bob))];
  for (const [path, bytes] of mine)
    if (path.endsWith(".md")) expect(theirs.get(path)?.toString(), path).toBe(bytes.toString());
  await bob.client.imports.undo({ importId: done.id });
  await settled(bob, done.id);
  expect((await bob.client.notes.list({})).notes).toEqual([]);
  expect((await bob.client.tasks.list({})).tasks).toEqual([]);
  expect((await bob.client.templates.list({})).templates).toEqual([]);
  expect(await bob.client.preferences.get({})).toMatchObject({ dashboardTheme: "default", settings: {} });
});

test("a link between notes is written with the title of today", async () => {
  const cat = await app.aUser("Cat");
  const target = await cat.client.notes.create({ title: "Before" });
  const from = await cat.client.notes.create({ title: "From" });
  const link = { type: "noteLink", attrs: { noteId: target.id, title: "Before", anchor: null, label: null } };
  const doc = { type: "doc", content: [{ type: "paragraph", content: [link] }] };
  const { seedUpdate } = await import("#document/yjs.ts");
  const { SCHEMA_VERSION } = await import("#document/schema-version.ts");
  await app.services.collab.appendUpdate({
    noteId: from.id,
    actorId: cat.userId,
    payload: seedUpdate(doc),
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  await app.services.collab.derivation.deriveNow(from.id, cat.userId);
  await cat.client.notes.update({ noteId: target.id, title: "After: today" });
  const entries = await unpackAll(await exportOf(cat));
  expect(entries.get("From.md")?.toString()).toContain("[[After today]]");
});
