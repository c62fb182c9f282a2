import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { operations } from "#testing/contract-inputs.ts";
import { whileUntouched } from "#testing/database/while-untouched.ts";
import { openLive, openNote } from "#testing/sync-client.ts";
import { exportConnected } from "#testing/servers/google/export-connected.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";

/**
 * Every role at every door, written once: what is not in a line is refused. A new operation that takes the id of a note has to be
 * given a line here. Who may least comes first: what is refused leaves the note as it was for the next.
 */
const ROLES = ["visitor", "stranger", "viewer", "commenter", "editor", "owner"] as const;
type Role = (typeof ROLES)[number];
const OWNER: Role[] = ["owner"];
const WRITERS: Role[] = ["editor", "owner"];
const READERS: Role[] = ["viewer", "commenter", "editor", "owner"];
const COMMENTERS: Role[] = ["commenter", "editor", "owner"];
const GUESTS: Role[] = ["viewer", "commenter", "editor"];

const PLACE = { blockId: "none", level: 2, words: "none", from: "https://a.org/", to: "https://b.org/" };
const FIX = { action: "fix", text: "Words" } as const;
type Thing = Record<"noteId" | "threadId" | "fileId" | "taskId" | "folderId", string> & { seq: number };
type Person = Visitor & Partial<SignedInVisitor>;
/** Resolves to whether the door opened; NOT_FOUND and UNAUTHENTICATED thrown by it mean that it did not. */
type Door = (person: Person, thing: Thing, role: Role) => Promise<unknown>;

const SECRET = "quokkasecret";

let app: TestApp;
const people = {} as Record<Role, Person>;

const tells = (answer: unknown) => JSON.stringify(answer).includes(SECRET);
const unlessFailed = (error: Error & { code: string }) => {
  if (error.code !== "SERVICE_FAILED") throw error;
};
const ok = async (response: Promise<Response>) => (await response).ok;
const rehearsalOf = async (p: Person, t: Thing) => {
  const { id } = await p.client.rehearsals.start({ id: uuidV7(), title: "Mine" });
  return { ...t, id, texts: [{ noteId: t.noteId, text: SECRET }] };
};
const projectOf = async (p: Person, { noteId }: Thing) => {
  const { id: projectId } = await p.client.projects.create({ title: "Mine", folderId: null });
  return { projectId, noteId };
};
const DAY = `${new Date().getUTCFullYear() + 1}${new Date().toISOString().slice(4, 10)}`;
const IN_A_YEAR = { date: DAY, timeZone: "UTC" };
const DOORS: Record<string, [allowed: Role[], door: Door]> = {
  "notes.get": [READERS, (p, t) => p.client.notes.get(t)],
  "notes.list": [OWNER, async (p) => tells(await p.client.notes.list({}))],
  "notes.onThisDay": [OWNER, async (p) => tells(await p.client.notes.onThisDay(IN_A_YEAR))],
  "changesets.waitingIn": [READERS, (p, t) => p.client.changesets.waitingIn(t)],
  "rehearsals.note": [READERS, async (p, t) => p.client.rehearsals.note(await rehearsalOf(p, t))],
  "rehearsals.change": [WRITERS, async (p, t) => p.client.rehearsals.change(await rehearsalOf(p, t))],
  "notes.search": [READERS, async (p) => tells(await p.client.notes.search({ query: SECRET }))],
  "notes.update": [WRITERS, (p, t) => p.client.notes.update({ noteId: t.noteId, title: `${SECRET} again` })],
  "notes.update the favourite": [
    OWNER,
    (p, t) => p.client.notes.update({ noteId: t.noteId, isFavorite: true }),
  ],
  "notes.update the folder": [OWNER, (p, t) => p.client.notes.update({ noteId: t.noteId, folderId: null })],
  "notes.updateMany": [
    OWNER,
    async (p, t) =>
      (await p.client.notes.updateMany({ noteIds: [t.noteId], addTags: ["x"] })).before.length > 0,
  ],
  "notes.putBack": [
    OWNER,
    async (p, { noteId }) =>
      (
        await p.client.notes.putBack({
          before: [{ noteId, folderId: null, tags: [], isFavorite: false, isTrashed: false }],
        })
      ).notes > 0,
  ],
  "notes.duplicate": [READERS, (p, t) => p.client.notes.duplicate({ noteId: t.noteId })],
  "notes.body": [READERS, async (p, t) => tells(await p.client.notes.body({ noteId: t.noteId }))],
  "notes.replaceBody": [
    WRITERS,
    async (p, { noteId }, role) => {
      const { seq: baseSeq } = await people.owner.client.notes.body({ noteId });
      return p.client.notes.replaceBody({
        noteId,
        baseSeq,
        body: { format: "text", text: `words of ${role}` },
      });
    },
  ],
  "notes.remove": [OWNER, (p, t) => p.client.notes.remove({ noteId: t.noteId })],
  "notes.restore": [OWNER, (p, t) => p.client.notes.restore({ noteId: t.noteId })],
  "notes.versions": [WRITERS, (p, t) => p.client.notes.versions({ noteId: t.noteId })],
  "notes.version": [
    WRITERS,
    async (p, t) => tells(await p.client.notes.version({ noteId: t.noteId, seq: t.seq })),
  ],
  "notes.compareVersions": [WRITERS, (p, t) => p.client.notes.compareVersions({ noteId: t.noteId, from: 0 })],
  "notes.restoreVersion": [
    WRITERS,
    (p, t) => p.client.notes.restoreVersion({ noteId: t.noteId, seq: t.seq }),
  ],
  "notes.nameVersion": [WRITERS, (p, t) => p.client.notes.nameVersion({ ...t, name: "kept" })],
  "notes.backlinks": [READERS, (p, t) => p.client.notes.backlinks({ noteId: t.noteId })],
  "notes.aiAccess": [READERS, (p, t) => p.client.notes.aiAccess({ noteId: t.noteId })],
  "assistant.suggest": [READERS, (p, t) => p.client.assistant.suggest({ noteId: t.noteId })],
  "assistant.followUp": [READERS, (p, t) => p.client.assistant.followUp({ ...t, text: "Words." })],
  "assistant.run": [
    READERS,
    (p, t) => p.client.assistant.run({ ...FIX, noteId: t.noteId }).catch(unlessFailed),
  ],
  "pageModel.prepareText": [READERS, (p, { noteId }) => p.client.pageModel.prepareText({ ...FIX, noteId })],
  "assistant.related": [
    // The id only keeps that note out of one's own.
    ["stranger", ...READERS],
    (p, t) => p.client.assistant.related({ text: "Some words", noteId: t.noteId }),
  ],
  "notes.related": [READERS, (p, t) => p.client.notes.related({ noteId: t.noteId })],
  "comments.list": [READERS, (p, t) => p.client.comments.list({ noteId: t.noteId })],
  "comments.people": [COMMENTERS, (p, t) => p.client.comments.people({ noteId: t.noteId })],
  "comments.begin": [
    COMMENTERS,
    (p, { noteId }) =>
      p.client.comments.begin({ noteId, threadId: uuidV7(), commentId: uuidV7(), quote: "", text: "said" }),
  ],
  "comments.reply": [
    COMMENTERS,
    (p, { threadId }) => p.client.comments.reply({ threadId, commentId: uuidV7(), text: "said too" }),
  ],
  "comments.resolve": [
    COMMENTERS,
    (p, { threadId }) => p.client.comments.resolve({ threadId, isResolved: true }),
  ],
  "sharing.publication": [OWNER, (p, t) => p.client.sharing.publication({ noteId: t.noteId })],
  "seo.note": [OWNER, (p, t) => p.client.seo.note({ noteId: t.noteId })],
  "seo.update": [OWNER, (p, t) => p.client.seo.update({ noteId: t.noteId, keyphrase: "x" })],
  "webLinks.replace": [OWNER, (p, { noteId }) => p.client.webLinks.replace({ ...PLACE, noteId })],
  "seo.setHeadingLevel": [OWNER, (p, t) => p.client.seo.setHeadingLevel({ ...PLACE, noteId: t.noteId })],
  "seo.linkWords": [OWNER, (p, { noteId }) => p.client.seo.linkWords({ ...PLACE, noteId, toNoteId: noteId })],
  "sharing.publish": [OWNER, (p, t) => p.client.sharing.publish({ noteId: t.noteId })],
  "sharing.unpublish": [OWNER, (p, t) => p.client.sharing.unpublish({ noteId: t.noteId })],
  "sharing.access": [
    READERS,
    async (p, t, role) => (await p.client.sharing.access({ noteId: t.noteId })).role === role,
  ],
  "sharing.guestsOfNote": [OWNER, (p, t) => p.client.sharing.guestsOfNote({ noteId: t.noteId })],
  "sharing.shareNote": [
    OWNER,
    (p, t) => p.client.sharing.shareNote({ noteId: t.noteId, email: "dora@example.com", role: "viewer" }),
  ],
  "sharing.shareFolder": [
    OWNER,
    (p, t) =>
      p.client.sharing.shareFolder({ folderId: t.folderId, email: "dora@example.com", role: "viewer" }),
  ],
  "sharing.guestsOfFolder": [OWNER, (p, t) => p.client.sharing.guestsOfFolder({ folderId: t.folderId })],
  "sharing.withMe": [GUESTS, async (p) => tells(await p.client.sharing.withMe({}))],
  "folders.list": [
    OWNER,
    async (p, t) => JSON.stringify(await p.client.folders.list({})).includes(t.folderId),
  ],
  "folders.update": [OWNER, (p, t) => p.client.folders.update({ folderId: t.folderId, name: "renamed" })],
  "tasks.list": [OWNER, async (p, t) => (await p.client.tasks.list({ noteId: t.noteId })).tasks.length > 0],
  "tasks.create": [OWNER, (p, { noteId }) => p.client.tasks.create({ title: "About it", noteIds: [noteId] })],
  "tasks.update": [OWNER, (p, t) => p.client.tasks.update({ taskId: t.taskId, completed: true })],
  "events.create": [
    OWNER,
    (p, { noteId }) => p.client.events.create({ title: "About it", date: "2031-01-02", noteId }),
  ],
  "events.update": [
    OWNER,
    async (p, { noteId }) => {
      const { id: eventId } = await p.client.events.create({ title: "Mine", date: "2031-01-02" });
      return p.client.events.update({ eventId, noteId });
    },
  ],
  "drive.export": [OWNER, (p, t) => exportConnected(app, p, t.noteId)],
  "projects.create": [OWNER, (p, { noteId }) => p.client.projects.create({ title: "Mine", noteId })],
  "projects.update": [OWNER, async (p, t) => p.client.projects.update(await projectOf(p, t))],
  "reminders.create": [
    OWNER,
    (p, { noteId }) => p.client.reminders.create({ noteId, localTime: "2031-01-02T09:00" }),
  ],
  "reminders.list": [OWNER, async (p, { noteId }) => tells(await p.client.reminders.list({ noteId }))],
  "tasks.schedule": [
    OWNER,
    (p, { noteId }) =>
      p.client.tasks.schedule({ noteId, blockId: "b1", title: "Pack", dueDate: "2031-01-02", dueTime: null }),
  ],
  "tags.list": [OWNER, async (p) => tells(await p.client.tags.list({}))],
  "trash.list": [
    OWNER,
    async (p, t) => {
      await people.owner.client.notes.remove({ noteId: t.noteId });
      return tells(await p.client.trash.list({}));
    },
  ],
  "trash.remove": [
    OWNER,
    async (p, t) => {
      await people.owner.client.notes.remove({ noteId: t.noteId });
      return (await p.client.trash.remove({ items: [{ kind: "note", id: t.noteId }] })).removed.notes > 0;
    },
  ],
  "activity.list": [
    OWNER,
    async (p, t) => (await p.client.activity.list({ entityId: t.noteId })).activities.length > 0,
  ],
  "files.get": [READERS, (p, t) => p.client.files.get({ fileId: t.fileId })],
  "files.text": [READERS, (p, t) => p.client.files.text({ fileId: t.fileId })],
  "gallery.add": [OWNER, (p, t) => p.client.gallery.add({ fileId: t.fileId })],
  "files.remove": [OWNER, (p, t) => p.client.files.remove({ fileId: t.fileId })],
  "the file": [READERS, (p, t) => ok(p.request(`/files/${t.fileId}`))],
  "the file as it was uploaded": [READERS, (p, t) => ok(p.request(`/files/${t.fileId}/original`))],
  "a file into the note": [WRITERS, (p, t) => upload(p, t.noteId)],
  "a file in parts into the note": [WRITERS, (p, t) => uploadInParts(p, t.noteId)],
  "the export": [
    OWNER,
    async (p) => {
      if (!p.password) return false;
      await p.client.security.reauthenticate({ password: p.password });
      const response = await p.request("/api/export");
      return response.ok && (await response.text()).includes(SECRET);
    },
  ],
  "the socket, to read": [
    READERS,
    async (p, t) => {
      const opened = openNote(app, p, t.noteId);
      const isRead = await Promise.race([
        opened.sees(SECRET).then(() => true),
        opened.refusal.then(() => false),
        opened.closed.then(() => false),
      ]);
      opened.close();
      return isRead;
    },
  ],
  "the socket, to write": [
    WRITERS,
    async (p, t, role) => {
      const opened = openNote(app, p, t.noteId);
      const isOpen = await Promise.race([
        opened.synced.then(() => true),
        opened.refusal.then(() => false),
        opened.closed.then(() => false),
      ]);
      if (!isOpen) return false;
      opened.write(`typed by ${role}`);
      // A change that is refused is answered too: afterwards the body says which it was.
      await Promise.race([opened.saved(), opened.closed]);
      opened.close();
      return (await people.owner.client.notes.body({ noteId: t.noteId })).text.includes(`typed by ${role}`);
    },
  ],
  "a live event": [
    READERS,
    async (p, t, role) => {
      if (!p.userId) return false;
      const live = openLive(app, p, p.userId);
      await live.answer;
      await people.owner.client.notes.update({ noteId: t.noteId, title: `${SECRET} for ${role}` });
      await people.owner.client.comments.resolve({ threadId: t.threadId, isResolved: true });
      // One's own change comes after it, on the same line.
      const own = await p.client.folders.create({ name: "own" });
      await live.next((event) => event.entityId === own.id);
      live.close();
      return (["note", "comment"] as const).every((entity) =>
        live.events.some((event) => event.entity === entity && event.entityId === t.noteId),
      );
    },
  ],
};

async function upload(person: Person, noteId?: string): Promise<{ id: string } | false> {
  const sea = { width: 8, height: 8, channels: 3, background: "teal" } as const;
  const picture = await sharp({ create: sea }).png().toBuffer();
  const response = await person.request(
    `/api/files/upload?name=sea.png${noteId ? `&noteId=${noteId}` : ""}`,
    { method: "POST", headers: { "content-type": "image/png" }, body: new Uint8Array(picture) },
  );
  return response.ok && ((await response.json()) as { id: string });
}

/** True when the file became the owner's. */
async function uploadInParts(person: Person, noteId: string): Promise<boolean> {
  const begun = await person.request(`/api/files/uploads?noteId=${noteId}`, {
    method: "POST",
    headers: { "upload-length": "5" },
  });
  const location = begun.headers.get("location");
  if (begun.status !== 201 || !location) return false;
  const sent = await person.request(location, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: "words",
  });
  const asked = await person.request(location, { method: "HEAD" });
  const fileId = /([0-9a-f-]{36})\?/.exec(location)![1]!;
  const file = await people.owner.client.files.get({ fileId });
  return sent.status === 204 && asked.headers.get("upload-complete") === "?1" && file.size === 5;
}

beforeAll(async () => {
  app = await startTestApp({ GOOGLE_CLIENT_ID: "1-a.example", GOOGLE_CLIENT_SECRET: "a" });
  for (const role of ROLES) people[role] = role === "visitor" ? app.visitor() : await app.aUser(role);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

/** A note with everything that can hang on one, shared itself or by the folder around its folder. */
async function aSharedNote(by: "note" | "folder"): Promise<Thing> {
  const { client, userId } = people.owner as SignedInVisitor;
  const outer = await client.folders.create({ name: `${SECRET} outer` });
  const inner = await client.folders.create({ name: `${SECRET} inner`, parentId: outer.id });
  const file = await upload(people.owner);
  if (!file) throw new Error("no file");
  const text = `${SECRET} in the text\n\n- [ ] a task\n\n![sea](/files/${file.id})`;
  const note = await client.notes.create({
    title: SECRET,
    body: { format: "markdown", text },
    tags: [SECRET],
    ...(by === "folder" && { folderId: inner.id }),
  });
  await app.services.collab.derivation.deriveNow(note.id, userId);
  for (const role of GUESTS) {
    const guest = { email: people[role].email!, role: role as "viewer" };
    if (by === "note") await client.sharing.shareNote({ noteId: note.id, ...guest });
    else await client.sharing.shareFolder({ folderId: outer.id, ...guest });
  }
  for (const role of GUESTS) await acceptInvitations(people[role]);
  const { seq } = await client.notes.body({ noteId: note.id });
  const { tasks } = await client.tasks.list({ noteId: note.id });
  await client.reminders.create({ noteId: note.id, localTime: "2031-01-02T09:00" });
  const threadId = uuidV7();
  await client.comments.begin({ noteId: note.id, threadId, commentId: uuidV7(), quote: "", text: SECRET });
  return { noteId: note.id, threadId, fileId: file.id, taskId: tasks[0]!.id, folderId: outer.id, seq };
}

async function isOpened(door: Door, role: Role, thing: Thing): Promise<boolean> {
  try {
    return (await door(people[role], thing, role)) !== false;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "NOT_FOUND" || code === "UNAUTHENTICATED") return false;
    throw error;
  }
}

const anUntouchedNote = whileUntouched(
  () => app.database,
  async (by: "note" | "folder") => {
    await app.database.asSuperuser("DELETE FROM notes_v2; DELETE FROM folders");
    return aSharedNote(by);
  },
);

async function whoOpens(door: Door, by: "note" | "folder"): Promise<Role[]> {
  const thing = await anUntouchedNote(by);
  const opened: Role[] = [];
  for (const role of ROLES) if (await isOpened(door, role, thing)) opened.push(role);
  return opened;
}

test.each(Object.entries(DOORS))("%s opens to whom it should", async (_name, [allowed, door]) => {
  expect(await whoOpens(door, "note")).toEqual(allowed);
});

/** The same by a shared folder around the folder of the note, where the way to the note is another. */
const BY_FOLDER = Object.entries(DOORS).filter(([name]) =>
  /^notes\.(?:get|search|update|body|replaceBody|remove)$|^sharing\.(?:access|withMe)|^the file$|socket|live/.test(
    name,
  ),
);
test.each(BY_FOLDER)("%s opens by the folder to whom it should", async (_name, [allowed, door]) => {
  expect(await whoOpens(door, "folder")).toEqual(allowed);
});

test("every operation that takes the id of a note has its line", () => {
  const asking = operations
    .filter(({ input }) => ["noteId", "noteIds"].some((name) => name in (input.properties ?? {})))
    .map(({ path }) => path.join("."));
  expect(asking.filter((name) => !(name in DOORS))).toEqual([]);
});

test("what an editor says in SQL leaves the owner's columns alone", async () => {
  const { noteId } = await aSharedNote("note");
  const attempt = async (set: string) => {
    const change = `UPDATE notes_v2 SET ${set} WHERE id = $1 RETURNING 1`;
    const made = app.services.db.queryAs(people.editor.userId!, change, [noteId]);
    return (await made.catch(() => null))?.length ?? "refused";
  };
  const marks = ["is_favorite = true", "is_public = true", "reminder_enabled = NOT reminder_enabled"];
  const places = ["trashed_at = now()", "user_id = app_user_id()", "folder_id = gen_random_uuid()"];
  for (const set of [...marks, ...places]) expect([set, await attempt(set)]).toEqual([set, "refused"]);
  expect(await attempt("title = 'ours'")).toBe(1);
  await vi.waitFor(async () => expect((await people.owner.client.notes.get({ noteId })).title).toBe("ours"));
});
