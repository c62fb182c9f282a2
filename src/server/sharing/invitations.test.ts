import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { deliverMails } from "#testing/servers/deliver-mails.ts";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());
deliverMails(() => app);
beforeEach(async () => {
  await app.database.asSuperuser("DELETE FROM auth.rate_limits");
});

const aNote = (title: string) => ann.client.notes.create({ title, body: { format: "text", text: "words" } });
const canRead = (person: SignedInVisitor, noteId: string) =>
  person.client.notes.get({ noteId }).then(
    () => true,
    () => false,
  );

/** Everything an account is told about what is shared, besides the list of invitations. */
async function traces({ client, userId }: SignedInVisitor, note: { id: string; title: string }) {
  const tells = (answer: unknown) =>
    JSON.stringify(answer).includes(note.id) || JSON.stringify(answer).includes(note.title);
  const found: string[] = [];
  const look = async (name: string, asked: Promise<unknown>) => {
    if (await asked.then(tells, () => false)) found.push(name);
  };
  await look("search", client.notes.search({ query: note.title }));
  await look("search is:shared", client.notes.search({ query: "is:shared" }));
  await look("list", client.notes.list({}));
  await look("get", client.notes.get({ noteId: note.id }));
  await look("body", client.notes.body({ noteId: note.id }));
  await look("backlinks", client.notes.backlinks({ noteId: note.id }));
  await look("duplicate", client.notes.duplicate({ noteId: note.id }));
  await look("access", client.sharing.access({ noteId: note.id }));
  await look("comments", client.comments.list({ noteId: note.id }));
  await look("tags", client.tags.list({}));
  await look("tasks", client.tasks.list({}));
  await look("notifications", client.notifications.list({}));
  await look("live events", client.live.since({ seq: 0 }));
  const rows = await app.services.db.queryAs(userId, "SELECT 1 FROM notes_v2 WHERE id = $1", [note.id]);
  if (rows.length > 0) found.push("database");
  const withMe = await client.sharing.withMe({});
  await look("shared notes", Promise.resolve([withMe.notes, withMe.folders]));
  return found;
}

test.each(["note", "folder"] as const)(
  "a shared %s is nowhere but among the invitations before it is accepted",
  async (kind) => {
    const ben = await app.aUser("Ben");
    const folder = await ann.client.folders.create({ name: "quokkafolder" });
    const title = `quokka${kind}`;
    const note = await ann.client.notes.create({
      title,
      folderId: folder.id,
      tags: [title],
      body: { format: "markdown", text: `- [ ] ${title}` },
    });
    await app.services.collab.derivation.deriveNow(note.id, ann.userId);
    const guest = { email: ben.email, role: "editor" as const };
    if (kind === "note") await ann.client.sharing.shareNote({ noteId: note.id, ...guest });
    else await ann.client.sharing.shareFolder({ folderId: folder.id, ...guest });
    await ann.client.notes.update({ noteId: note.id, isFavorite: true });
    expect(await traces(ben, note)).toEqual([]);
    const refused = openNote(app, ben, note.id);
    expect(await refused.refusal).toBe("NOT_FOUND");
    refused.close();
    const name = kind === "note" ? title : "quokkafolder";
    expect((await ben.client.sharing.withMe({})).invitations).toMatchObject([{ kind, name, role: "editor" }]);
    await acceptInvitations(ben);
    expect((await ben.client.sharing.withMe({})).invitations).toEqual([]);
    expect(await traces(ben, note)).toEqual(
      expect.arrayContaining(["search", "get", "shared notes", "database"]),
    );
  },
);

test("nobody else accepts an invitation, and one that was declined is gone", async () => {
  const [ben, eve] = [await app.aUser("Ben"), await app.aUser("Eve")];
  const note = await aNote("Declined");
  const invite = () => ann.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
  const { shareId } = await invite();
  for (const name of ["accept", "block"] as const)
    await expect(eve.client.sharing[name]({ shareId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ben.client.sharing.end({ shareId });
  expect((await ben.client.sharing.withMe({})).invitations).toEqual([]);
  await expect(ben.client.sharing.accept({ shareId })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of a blocked sender nothing is seen, accepted or not, and the sender notices nothing", async () => {
  const ben = await app.aUser("Ben");
  const [accepted, waiting] = [await aNote("Accepted"), await aNote("Waiting")];
  const invite = (noteId: string) =>
    ann.client.sharing.shareNote({ noteId, email: ben.email, role: "viewer" });
  const { shareId } = await invite(accepted.id);
  await acceptInvitations(ben);
  await invite(waiting.id);
  const told = async () => (await ben.client.notifications.list({})).notifications.length;
  await vi.waitFor(async () => expect(await told()).toBe(2), 10_000);
  await ben.client.sharing.block({ shareId });
  const later = await invite((await aNote("Later")).id);
  expect(later).toMatchObject({ role: "viewer", isAccepted: false });
  expect(await ben.client.sharing.withMe({})).toEqual({ invitations: [], folders: [], notes: [] });
  expect(await canRead(ben, accepted.id)).toBe(false);
  await expect(ben.client.sharing.accept({ shareId: later.shareId })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const { senders } = await ben.client.sharing.blocked({});
  expect(senders).toEqual([{ id: ann.userId, name: "Ann", email: ann.email }]);
  await ben.client.sharing.unblock({ senderId: ann.userId });
  const { invitations } = await ben.client.sharing.withMe({});
  expect(invitations.map(({ name }) => name).toSorted()).toEqual(["Accepted", "Later", "Waiting"]);
  expect(await told()).toBe(2);
});

test("an address is told of five invitations of one sender a day and of twenty in all, and has every one", async () => {
  const ben = await app.aUser("Ben");
  const told = async () => {
    const outbox = join(app.dataDir, "outbox");
    const mails = await Promise.all(
      (await readdir(outbox)).map((name) => readFile(join(outbox, name), "utf8")),
    );
    const { notifications } = await ben.client.notifications.list({});
    return [mails.filter((mail) => mail.includes(ben.email)).length, notifications.length];
  };
  const senders = await Promise.all([1, 2, 3, 4, 5].map((index) => app.aUser(`Sender${index}`)));
  const sendSix = async (sender: SignedInVisitor) => {
    for (let index = 0; index < 6; index++) {
      const note = await sender.client.notes.create({ title: `Spam ${index}` });
      await sender.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
    }
  };
  await sendSix(senders[0]!);
  await vi.waitFor(async () => expect(await told()).toEqual([5, 5]), 10_000);
  for (const sender of senders.slice(1)) await sendSix(sender);
  await vi.waitFor(async () => expect(await told()).toEqual([20, 20]), 10_000);
  expect((await ben.client.sharing.withMe({})).invitations).toHaveLength(30);
});
