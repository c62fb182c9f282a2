import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openLive } from "#testing/sync-client.ts";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("a guest hears of the checkboxes of a note there that is made, goes into the trash and comes back, and of no other note", async () => {
  const [ann, ben] = [await app.aUser("Ann"), await app.aUser("Ben")];
  const { id: projectId, folderId } = await ann.client.projects.create({ title: "Orchard" });
  await ann.client.projects.update({ projectId, isShared: true });
  await ann.client.sharing.shareFolder({ folderId: folderId!, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const live = openLive(app, ben, ben.userId);
  await live.answer;
  const heard = () =>
    live.events.filter(({ entity }) => entity === "task" || entity === "project").map(({ entity }) => entity);
  const body = { format: "markdown" as const, text: "- [ ] Water" };
  const { id: other } = await ann.client.notes.create({ title: "Mine", body });
  await ann.client.notes.remove({ noteId: other });
  const { id: noteId } = await ann.client.notes.create({ title: "List", folderId, body });
  await vi.waitFor(() => expect(heard()).toEqual(["task"]));
  await ann.client.notes.remove({ noteId });
  await vi.waitFor(() => expect(heard()).toEqual(["task", "project"]));
  await ann.client.notes.restore({ noteId });
  await vi.waitFor(() => expect(heard()).toEqual(["task", "project", "project"]));
  await ann.client.notes.updateMany({ noteIds: [noteId, other], isTrashed: true });
  await vi.waitFor(() => expect(heard()).toHaveLength(4));
  live.close();
});
