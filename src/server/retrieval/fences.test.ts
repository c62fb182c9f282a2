import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AI_ACCESS } from "#contract/shared/ai-access.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";
import { uploadInParts } from "#testing/upload-file.ts";
import { readNewTexts } from "../attachments/file-texts.ts";
import type { Reach } from "../notes/ai-access/reach.ts";
import { filesWithinReach } from "./files-within-reach.ts";
import { passagesOfNotes } from "./passages-of-notes.ts";
import { retrieve } from "./retrieve.ts";
import type { Scope } from "./scope.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

async function aNote(title: string, text: string, rest: object = {}, person = ann): Promise<string> {
  const { id } = await person.client.notes.create({ title, body: { format: "markdown", text }, ...rest });
  await app.services.collab.derivation.deriveNow(id, person.userId);
  return id;
}
const QUESTION = "what of the quokkaphone";
const found = async (reach: Reach, person = ann, scope: Scope = {}, question = QUESTION) =>
  (await retrieve(app.services, person.userId, question, { reach, limit: 50, ...scope }))
    .map(({ kind, title }) => `${kind}: ${title}`)
    .toSorted();

/** A folder with a note of text and a checkbox, one with a file, and an event about the first; beside them the same without a fence. */
async function aFolderOf(person: SignedInVisitor, prefix: string) {
  const folder = await person.client.folders.create({ name: prefix });
  const below = await person.client.folders.create({ name: "Below", parentId: folder.id });
  const list = `The quokkaphone rings.\n\n- [ ] Repair the quokkaphone ${prefix}\n  - [ ] ${prefix} quokkaphone sub-task`;
  const noteId = await aNote(`${prefix} note`, list, { folderId: below.id }, person);
  const file = await uploadInParts(person, "list.txt", Buffer.from("The quokkaphone warranty ends in May."));
  const paper = await aNote(`${prefix} paper`, `[list](/files/${file})`, { folderId: folder.id }, person);
  await readNewTexts(app.services);
  await person.client.events.create({
    ...{ title: `${prefix} quokkaphone event`, date: "2027-03-01", time: "19:00", noteId },
  });
  return { folder, below, noteId, paper };
}
const everything = (prefix: string) =>
  [
    `note: ${prefix} note`,
    `file: ${prefix} paper`,
    `task: Repair the quokkaphone ${prefix}`,
    `task: ${prefix} quokkaphone sub-task`,
    `event: ${prefix} quokkaphone event`,
  ].toSorted();

test("nothing of a fenced folder is retrieved: no note, file, task nor event; of one beside it all", async () => {
  const { folder } = await aFolderOf(ann, "Fenced");
  await aFolderOf(ann, "Open");
  const both = [...everything("Fenced"), ...everything("Open")].toSorted();
  const expected = {
    any: { hosted: both, local: both, nowhere: both },
    local: { hosted: everything("Open"), local: both, nowhere: both },
    none: { hosted: everything("Open"), local: everything("Open"), nowhere: both },
  };
  for (const aiAccess of [...AI_ACCESS, ...AI_ACCESS.toReversed()]) {
    await ann.client.folders.update({ folderId: folder.id, aiAccess });
    for (const reach of ["hosted", "local", "nowhere"] as const)
      expect([aiAccess, reach, await found(reach)]).toEqual([aiAccess, reach, expected[aiAccess][reach]]);
  }
});

test("asked for by its id, folder or tag, a fenced note is not there either, nor are its passages", async () => {
  const { folder, below, noteId, paper } = await aFolderOf(ann, "Fenced");
  await ann.client.notes.update({ noteId, tags: ["phones"] });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const scopes = [
    { noteIds: [noteId, paper] },
    { folderIds: [folder.id, below.id] },
    { tags: ["phones"] },
    { after: "2020-01-01T00:00:00Z" },
  ];
  for (const scope of scopes) {
    expect(await found("hosted", ann, scope)).toEqual([]);
    expect(await found("nowhere", ann, scope)).not.toEqual([]);
  }
  expect(await passagesOfNotes(app.services, ann.userId, [noteId], "local")).toEqual([]);
  expect(await passagesOfNotes(app.services, ann.userId, [noteId], "nowhere")).not.toEqual([]);
  // Found by spelling, and as a part of a word.
  for (const typed of ["quokkaphon", "quokkafone", "uokkaphon"])
    expect([typed, await found("hosted", ann, {}, typed)]).toEqual([typed, []]);
});

test("a tag fences notes, tasks and events that have it, however they write it", async () => {
  await aNote("Tagged", "The quokkaphone rings.", { tags: ["Phones"] });
  const { id: parentId } = await ann.client.tasks.create({ title: "Sell the quokkaphone", tags: ["phones"] });
  await ann.client.tasks.create({ title: "Wipe the quokkaphone first", parentId });
  await ann.client.events.create({ title: "Quokkaphone fair", date: "2027-03-01", tags: ["PHONES"] });
  await aNote("Plain", "A quokkaphone too.");
  expect(await found("hosted")).toHaveLength(5);
  await ann.client.tags.setAiAccess({ name: "phones", aiAccess: "local" });
  expect(await found("hosted")).toEqual(["note: Plain"]);
  expect(await found("local")).toHaveLength(5);
});

test("a fence follows at once: a move, a move of the folder, a new note, a tag that comes, goes and is renamed", async () => {
  const secret = await ann.client.folders.create({ name: "Secret" });
  const work = await ann.client.folders.create({ name: "Work" });
  await ann.client.folders.update({ folderId: secret.id, aiAccess: "none" });
  await ann.client.tags.setAiAccess({ name: "private", aiAccess: "none" });
  const noteId = await aNote("Moving", "The quokkaphone rings.", { folderId: work.id });
  const isFound = async () => (await found("local")).includes("note: Moving");
  expect(await isFound()).toBe(true);
  await ann.client.notes.update({ noteId, folderId: secret.id });
  expect(await isFound()).toBe(false);
  await ann.client.notes.update({ noteId, folderId: work.id });
  expect(await isFound()).toBe(true);
  await ann.client.folders.update({ folderId: work.id, parentId: secret.id });
  expect(await isFound()).toBe(false);
  await aNote("New", "Another quokkaphone.", { folderId: work.id });
  expect(await found("local")).toEqual([]);
  await ann.client.folders.update({ folderId: work.id, parentId: null });
  expect(await found("local")).toEqual(["note: Moving", "note: New"]);
  await ann.client.notes.update({ noteId, tags: ["Private"] });
  expect(await isFound()).toBe(false);
  const renamed = await ann.client.tags.rename({ from: "Private", to: "own" });
  expect(await isFound()).toBe(false);
  await ann.client.tags.putBack({ ...renamed, from: "Private", to: "own" });
  expect(await isFound()).toBe(false);
  await ann.client.notes.update({ noteId, tags: [] });
  expect(await isFound()).toBe(true);
});

test("a folder keeps its fence in the trash and back; what moved up out of it is free of it", async () => {
  const top = await ann.client.folders.create({ name: "Top" });
  const fenced = await ann.client.folders.create({ name: "Fenced", parentId: top.id });
  await ann.client.folders.update({ folderId: fenced.id, aiAccess: "none" });
  await aNote("Inside", "The quokkaphone rings.", { folderId: fenced.id });
  await ann.client.folders.remove({ folderId: fenced.id, notes: "trash" });
  expect(await found("nowhere")).toEqual([]);
  await ann.client.folders.restore({ folderId: fenced.id });
  expect([await found("hosted"), await found("nowhere")]).toEqual([[], ["note: Inside"]]);
  const { moved } = await ann.client.folders.remove({ folderId: fenced.id, notes: "moveUp" });
  expect(await found("hosted")).toEqual(["note: Inside"]);
  await ann.client.folders.restore({ folderId: fenced.id, moved });
  expect(await found("hosted")).toEqual([]);
});

test("the owner's fence binds a guest, who sees neither the folder nor why", async () => {
  const ben = await app.aUser("Ben");
  const { folder, below, noteId } = await aFolderOf(ann, "Fenced");
  await ann.client.sharing.shareFolder({ folderId: below.id, email: ben.email, role: "editor" });
  await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  await aNote("Ben's", "A quokkaphone of his own.", {}, ben);
  const shared = ["file: Fenced paper", "note: Ben's", "note: Fenced note"];
  expect(await found("hosted", ben)).toEqual(shared);
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "local" });
  expect(await found("hosted", ben)).toEqual(["note: Ben's"]);
  expect([await found("local", ben), await found("nowhere", ben)]).toEqual([shared, shared]);
  expect(await ben.client.notes.aiAccess({ noteId })).toEqual({ aiAccess: "local", by: { kind: "owner" } });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "any" });
  await ann.client.notes.update({ noteId, tags: ["hers"] });
  await ann.client.tags.setAiAccess({ name: "hers", aiAccess: "none" });
  expect(await found("local", ben)).toEqual(["file: Fenced paper", "note: Ben's"]);
  // A tag of the same name on a note of his own is his own business.
  await aNote("Also Ben's", "A quokkaphone again.", { tags: ["hers"] }, ben);
  expect(await found("local", ben)).toContain("note: Also Ben's");
});

test("an event in a shared calendar is fenced by the owner's note and tags", async () => {
  const ben = await app.aUser("Ben");
  const { id: calendarId } = await ann.client.calendars.create({ name: "Family" });
  const folder = await ann.client.folders.create({ name: "Secret" });
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const noteId = await aNote("Hers", "Nothing of it here.", { folderId: folder.id });
  const on = { date: "2027-03-01", calendarId };
  await ann.client.events.create({ title: "Quokkaphone secret", noteId, ...on });
  await ann.client.events.create({ title: "Quokkaphone tagged", tags: ["hers"], ...on });
  await ann.client.events.create({ title: "Quokkaphone open", ...on });
  await ann.client.tags.setAiAccess({ name: "hers", aiAccess: "none" });
  await ann.client.sharing.shareCalendar({ calendarId, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  for (const person of [ann, ben]) {
    expect(await found("local", person)).toEqual(["event: Quokkaphone open"]);
    expect(await found("nowhere", person, { kinds: ["event"] })).toHaveLength(3);
  }
});

test("what was put into a project is fenced by the project's folder: tasks, those below them, events, and files, also a guest's", async () => {
  const ben = await app.aUser("Ben");
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Secret" });
  await ann.client.projects.update({ projectId, isShared: true });
  await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  const task = await ann.client.tasks.create({ title: "Quokkaphone task" });
  await ann.client.tasks.create({ title: "Quokkaphone sub-task", parentId: task.id });
  const event = await ann.client.events.create({ title: "Quokkaphone event", date: "2027-03-01" });
  await ann.client.projects.addTasks({ projectId, taskIds: [task.id] });
  await ann.client.projects.addEvents({ projectId, eventIds: [event.id] });
  const files = new Map<SignedInVisitor, string>();
  for (const person of [ann, ben]) {
    const file = await uploadInParts(person, "plan.txt", Buffer.from("The quokkaphone plan."));
    await person.client.projects.addFiles({ projectId, fileIds: [file] });
    files.set(person, file);
  }
  const filesOf = async (person: SignedInVisitor, reach: Reach) =>
    (await filesWithinReach(app.services.db, person.userId, [files.get(person)!], reach)).length;
  const planned = ["event: Quokkaphone event", "task: Quokkaphone sub-task", "task: Quokkaphone task"];
  expect(await found("hosted")).toEqual(planned);
  await ann.client.folders.update({ folderId: folderId!, aiAccess: "local" });
  expect([await found("hosted"), await found("local"), await found("nowhere")]).toEqual([
    [],
    planned,
    planned,
  ]);
  for (const person of [ann, ben])
    expect([
      await filesOf(person, "hosted"),
      await filesOf(person, "local"),
      await filesOf(person, "nowhere"),
    ]).toEqual([0, 1, 1]);
  await ann.client.projects.removeTasks({ taskIds: [task.id] });
  await ann.client.projects.removeFiles({ fileIds: [...files.values()] });
  expect(await found("hosted")).toEqual(planned.slice(1));
  for (const person of [ann, ben]) expect(await filesOf(person, "hosted")).toBe(1);
});

test("people's own search is not fenced", async () => {
  const { folder } = await aFolderOf(ann, "Fenced");
  await ann.client.folders.update({ folderId: folder.id, aiAccess: "none" });
  const { hits } = await ann.client.notes.search({ query: "quokkaphone" });
  expect(hits.map(({ note }) => note.title).toSorted()).toEqual(["Fenced note", "Fenced paper"]);
  expect((await ann.client.tasks.search({ query: "quokkaphone" })).tasks).toHaveLength(2);
});
