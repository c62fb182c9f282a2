import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openLive } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
});
afterAll(() => app.close());

test("a guest hears of tasks that come and go with a note of the project, however that is made, goes into the trash or comes back", async () => {
  const { notes, projects, folders, sharing } = ann.client;
  const project = await projects.create({ title: "Orchard" });
  const folderId = project.folderId!;
  await projects.update({ projectId: project.id, isShared: true });
  await sharing.shareFolder({ folderId, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const inside = await folders.create({ name: "Trees", parentId: folderId });
  const live = openLive(app, ben, ben.userId);
  expect(await live.answer).toBe("accepted");
  const titles = async () =>
    (await ben.client.tasks.list({ projectId: project.id })).tasks.map(({ title }) => title).toSorted();
  const lists: unknown[] = [];
  /** What Ben's open list shows, which asks again when it hears of tasks. */
  const after = async (act: () => Promise<unknown>) => {
    const known = live.events.length;
    await act();
    await expect
      .poll(() => live.events.slice(known).some(({ entity }) => entity === "task" || entity === "share"), {
        timeout: 10_000,
      })
      .toBe(true);
    lists.push(await titles());
  };
  const body = { format: "markdown", text: "- [ ] Prune\n- [ ] Water" } as const;
  let noteId = "";
  await after(
    async () => ({ id: noteId } = await notes.create({ title: "List", folderId: inside.id, body })),
  );
  await after(() => notes.remove({ noteId }));
  await after(() => notes.restore({ noteId }));
  await after(() => notes.updateMany({ noteIds: [noteId], isTrashed: true }));
  await after(() => notes.updateMany({ noteIds: [noteId], isTrashed: false }));
  await after(() => folders.remove({ folderId: inside.id, notes: "trash" }));
  await after(() => folders.restore({ folderId: inside.id }));
  const all = ["Prune", "Water"];
  expect(lists).toEqual([all, [], all, [], all, [], all]);
  live.close();
});
