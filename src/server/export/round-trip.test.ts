import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { imported, settled } from "#testing/import-files.ts";
import { answerAsGuest, answersTo, WITH_GUESTS } from "#testing/servers/answered.ts";
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

type FileRow = {
  id: string;
  name: string;
  type: string;
  size: number;
  created_at: Date;
  updated_at: Date;
  trashed_at: Date | null;
};

async function profileOf({ client }: SignedInVisitor) {
  const { name, welcomeMessage, avatar } = (await client.accounts.session()).session!.user;
  return { name, welcomeMessage, avatar };
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

const withoutId = <T extends { id: string }>(thing: T): Omit<T, "id"> =>
  Object.fromEntries(Object.entries(thing).filter(([key]) => key !== "id")) as Omit<T, "id">;

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
  const files = await app.database.asSuperuser<FileRow>(
    "SELECT id, name, type, size, created_at, updated_at, trashed_at FROM files WHERE user_id = $1 ORDER BY name",
    [person.userId],
  );
  for (const { id, name } of files) names.set(id, `file ${name}`);
  for (const task of (await client.tasks.list({})).tasks) names.set(task.id, `task ${task.title}`);
  const { calendars } = await client.calendars.list({});
  for (const { id, name } of calendars) names.set(id, `calendar ${name}`);
  const planned = await client.events.list({ from: "2027-01-01", to: "2027-12-31" });
  for (const { id, title } of planned.events) names.set(id, `event ${title}`);
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
    const told = { title, category, tags, isFavorite, folderId, createdAt, updatedAt, wordCount };
    notes.push(inWords({ ...told, body: JSON.parse(text) as unknown, states }));
  }
  const comments = [];
  for (const { id: noteId, title } of listed.toSorted((a, b) => a.title.localeCompare(b.title)))
    for (const thread of (await client.comments.list({ noteId })).threads)
      comments.push([
        title,
        thread.quote,
        thread.resolvedAt,
        thread.comments.map(({ text, createdAt }) => [text, createdAt]),
      ]);
  const bytes = [];
  for (const { id, ...file } of files) {
    const response = await person.request(`/files/${id}/original`);
    bytes.push({
      ...file,
      bytes: response.ok ? Buffer.from(await response.arrayBuffer()).toString("hex") : response.status,
    });
  }
  const { tasks } = await client.tasks.list({});
  const told = tasks.map(withoutId).toSorted((a, b) => a.title.localeCompare(b.title));
  return {
    folders: inWords(folders.map(withoutId).toSorted((a, b) => a.name.localeCompare(b.name))),
    notes,
    trash: trash.items
      .map(({ kind, name, notes: count }) => ({ kind, name, count }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    files: bytes,
    tasks: inWords(told),
    calendars: calendars.map(withoutId),
    events: inWords(planned.events.toSorted((a, b) => a.title.localeCompare(b.title))),
    instances: inWords(planned.instances),
    answers: await answersTo(person, planned.events, "Training"),
    completions: inWords((await client.tasks.completions({})).completions.map(withoutId)),
    templates: (await client.templates.list({})).templates.map(withoutId),
    actions: (await client.assistant.actions()).actions.map(withoutId),
    tags: (await client.tags.list({})).tags,
    preferences: inWords(await client.preferences.get({})),
    workspace: inWords({ ...(await client.workspace.get({})), id: "", updatedAt: "" }),
    comments: inWords(comments),
    profile: inWords(await profileOf(person)),
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
  const words = { format: "markdown", text: "gone" } as const;
  const trashed = await client.notes.create({ title: "Thrown away", folderId: gone.id, body: words });
  await client.notes.remove({ noteId: trashed.id });
  await client.folders.remove({ folderId: gone.id, notes: "trash" });
  for (const { id } of [all, target]) await app.services.collab.derivation.deriveNow(id, ann.userId);
  await client.assistant.saveAction({ id: uuidV7(), name: "Plain", instruction: "Say {selection} plainly" });
  await client.templates.save({ id: uuidV7(), name: "Meeting", text: "# {{title}}" });
  const said = { quote: "Heading", text: "Is it so?" };
  await client.comments.begin({ noteId: all.id, threadId: uuidV7(), commentId: uuidV7(), ...said });
  const over = { threadId: uuidV7(), commentId: uuidV7(), quote: "and the gap", text: "Done." };
  await client.comments.begin({ noteId: all.id, ...over });
  await client.comments.resolve({ threadId: over.threadId, isResolved: true });
  const own = await client.tasks.create({
    title: "On its own",
    priority: "high",
    dueDate: "2027-01-02",
    dueTime: "10:30",
    description: "With words",
    tags: ["home"],
    estimateMinutes: 30,
    repeat: "FREQ=WEEKLY;COUNT=9",
    noteIds: [target.id],
  });
  await client.tasks.update({ taskId: own.id, status: "done" });
  const part = await client.tasks.create({ title: "Part of it", status: "doing", waitsFor: [own.id] });
  const later = await client.tasks.create({
    title: "Above it",
    myDay: "2027-01-01",
    startDate: "2027-01-01",
    plannedAt: "2027-01-02T09:15:00.000Z",
    plannedMinutes: 45,
  });
  // Its parent is a younger one, which comes after it in the export.
  await client.tasks.update({ taskId: part.id, parentId: later.id });
  const ofNote = (await client.tasks.list({})).tasks.find(({ title }) => title.includes("Bo"))!;
  await client.tasks.update({ taskId: ofNote.id, priority: "low", dueDate: "2027-03-04" });
  const { id: calendarId } = await client.calendars.create({ name: "Trips", color: "green" });
  const series = await client.events.create({
    title: "Training",
    calendarId,
    date: "2027-03-01",
    time: "18:00",
    timeZone: "Europe/Oslo",
    tags: ["sport"],
    repeat: "FREQ=WEEKLY;COUNT=5",
    noteId: target.id,
    ...WITH_GUESTS,
  });
  await answerAsGuest(app, ann, series.id);
  const instance = "2027-03-08T18:00";
  await client.events.update({ eventId: series.id, instance, scope: "this", title: "Match" });
  await client.events.remove({ eventId: series.id, instance: "2027-03-15T18:00", scope: "this" });
  await client.preferences.update({
    dashboardTheme: "midnight",
    settings: { mode: "light", weekStart: "sunday" },
  });
  const window = {
    id: uuidV7(),
    noteId: target.id,
    position: { x: 20, y: 30 },
    size: { width: 400, height: 300 },
    isMinimized: true,
  };
  const search = { name: "Norway", address: `folder=${norway.id}` };
  await client.preferences.update({ settings: { floatingLarge: [window], savedSearches: [search] } });
  await client.workspace.update({
    weatherLocation: "Oslo",
    bannerUrl: `/files/${image}`,
    bannerType: "image",
    panelSizes: { sidebar: 22 },
  });
  await client.accounts.updateProfile({ name: "Ann of Oslo", welcomeMessage: "Good morning" });
  const portrait = await ann.request("/api/files/avatar", { method: "POST", body: new Uint8Array(picture) });
  expect(portrait.status).toBe(200);
  await client.sharing.publish({ noteId: all.id, slug: "everything-of-ann" });
  const guest = await app.aUser("Guest");
  await client.sharing.shareNote({ noteId: target.id, email: guest.email, role: "editor" });
  await client.sharing.shareFolder({ folderId: travel.id, email: guest.email, role: "viewer" });

  // Long ago, as most of what moves: what comes in must not be as young as its coming.
  for (const table of ["folders", "files"])
    await app.database.asSuperuser(
      `UPDATE ${table} SET created_at = '2024-05-06 07:08:09.123Z', updated_at = '2024-06-07 08:09:10.456Z' WHERE user_id = $1`,
      [ann.userId],
    );

  const before = await accountOf(ann);
  const zip = await exportOf(ann);
  const bob = await app.aUser("Bob");
  const nobody = await profileOf(bob);
  const done = await imported(bob, [{ path: "cairn-export.zip", bytes: zip }], { withSettings: true });
  expect(done).toMatchObject({ status: "done", format: "cairn", made: 3, hasSettings: true });
  const { items } = await bob.client.imports.items({ importId: done.id });
  // What others saw is not shown to anybody again; the report says what it was.
  const remarks = items.flatMap(({ path, title, outcome, reason, problems }) =>
    outcome === "made" && problems.length === 0
      ? []
      : [[title || path, outcome, reason ?? problems.map(({ became }) => became).join()]],
  );
  expect(remarks.sort()).toEqual([
    ["Everything", "made", "it was published as /p/everything-of-ann: publish it here yourself"],
    ["New title", "made", "it was shared with one person: invite them here yourself"],
    ["Sharing of Travel", "skipped", "it was shared with one person: invite them here yourself"],
  ]);
  expect((await bob.client.sharing.publications({})).publications).toEqual([]);
  expect(await accountOf(bob)).toEqual(before);

  const copy = (await bob.client.notes.list({})).notes.find(({ title }) => title === "Everything")!;
  const { threads } = await bob.client.comments.list({ noteId: copy.id });
  expect(threads.map(({ quote, comments }) => [quote, comments.map(({ text }) => text)]).sort()).toEqual([
    ["Heading", ["Is it so?"]],
    ["and the gap", ["Done."]],
  ]);

  // Nothing in it still names what is Ann's.
  const { notes } = await bob.client.notes.list({});
  const bodies = notes.map(({ id: noteId }) => bob.client.notes.body({ noteId, format: "html" }));
  const html = (await Promise.all(bodies)).map(({ text }) => text).join();
  expect(html).toContain("Heading");
  for (const id of [target.id, image, pdf, all.id]) expect(html).not.toContain(id);

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
  expect(await profileOf(bob)).toEqual(nobody);
});

test("a link between notes is written with the title of today", async () => {
  const cat = await app.aUser("Cat");
  const target = await cat.client.notes.create({ title: "Before" });
  const from = await cat.client.notes.create({ title: "From" });
  const link = { type: "noteLink", attrs: { noteId: target.id, title: "Before", anchor: null, label: null } };
  const doc = { type: "doc", content: [{ type: "paragraph", content: [link] }] };
  const { seedUpdate } = await import("#document/yjs/yjs.ts");
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

test("settings that are not wanted stay as they are, picture and name too", async () => {
  const dan = await app.aUser("Dan");
  await dan.client.accounts.updateProfile({ name: "Dan the first", welcomeMessage: "Hello" });
  await dan.request("/api/files/avatar", { method: "POST", body: new Uint8Array(picture) });
  const eve = await app.aUser("Eve");
  const before = await profileOf(eve);
  const done = await imported(eve, [{ path: "export.zip", bytes: await exportOf(dan) }]);
  expect(done).toMatchObject({ status: "done", hasSettings: true });
  expect(await profileOf(eve)).toEqual(before);
  const files = await app.database.asSuperuser("SELECT 1 FROM files WHERE user_id = $1", [eve.userId]);
  expect(files).toEqual([]);
});
