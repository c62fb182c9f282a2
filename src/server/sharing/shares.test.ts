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

const aNote = (title = "Plan", folderId?: string) =>
  ann.client.notes.create({ title, body: { format: "text", text: "words" }, ...(folderId && { folderId }) });
const sharedTitles = async (person: SignedInVisitor) =>
  (await person.client.sharing.withMe({})).notes.map(({ note }) => note.title).toSorted();
const canRead = (person: SignedInVisitor, noteId: string) =>
  person.client.notes.get({ noteId }).then(
    () => true,
    () => false,
  );

test("an invitation is answered the same with an account and without, and names nobody before it is accepted", async () => {
  const ben = await app.aUser("Ben");
  const note = await aNote();
  const invite = (email: string) => ann.client.sharing.shareNote({ noteId: note.id, email, role: "viewer" });
  const [known, unknown] = [await invite(ben.email), await invite("nobody@example.com")];
  const same = { role: "viewer", name: null, isAccepted: false, via: null };
  expect(known).toEqual({ ...same, shareId: known.shareId, email: ben.email });
  expect(unknown).toEqual({ ...same, shareId: unknown.shareId, email: "nobody@example.com" });
  const listed = async () =>
    (await ann.client.sharing.guestsOfNote({ noteId: note.id })).guests.map(({ name }) => name);
  expect(await listed()).toEqual([null, null]);
  const { invitations } = await ben.client.sharing.withMe({});
  const owner = { name: "Ann", email: ann.email };
  expect(invitations).toEqual([
    { shareId: known.shareId, kind: "note", name: "Plan", role: "viewer", owner },
  ]);
  await ben.client.sharing.accept({ shareId: known.shareId });
  expect(await ben.client.sharing.access({ noteId: note.id })).toMatchObject({ role: "viewer", owner });
  expect(await listed()).toEqual(["Ben", null]);
});

test("of a share within a share the strongest role counts, and is what is shown", async () => {
  const ben = await app.aUser("Ben");
  const { folders, sharing } = ann.client;
  const outer = await folders.create({ name: "Outer" });
  const inner = await folders.create({ name: "Inner", parentId: outer.id });
  const deep = await folders.create({ name: "Deep", parentId: inner.id });
  const note = await aNote("deep inside", deep.id);
  const share = (folderId: string, role: "viewer" | "commenter" | "editor") =>
    sharing.shareFolder({ folderId, email: ben.email, role });
  const shown = async () => {
    const { folders: list, notes } = await ben.client.sharing.withMe({});
    const roles = Object.fromEntries(list.map(({ name, role }) => [name, role]));
    const { role } = await ben.client.sharing.access({ noteId: note.id });
    expect(notes.map((shared) => [shared.note.title, shared.role])).toEqual([["deep inside", role]]);
    return { ...roles, note: role };
  };
  const around = await share(outer.id, "viewer");
  const within = await share(inner.id, "editor");
  await acceptInvitations(ben);
  expect(await shown()).toEqual({ Outer: "viewer", Inner: "editor", Deep: "editor", note: "editor" });
  const { folders: list } = await ben.client.sharing.withMe({});
  expect(Object.fromEntries(list.map(({ name, parentId, shareId }) => [name, [parentId, shareId]]))).toEqual({
    Outer: [null, around.shareId],
    Inner: [outer.id, within.shareId],
    Deep: [inner.id, null],
  });
  await sharing.setRole({ shareId: within.shareId, role: "viewer" });
  await sharing.setRole({ shareId: around.shareId, role: "commenter" });
  expect(await shown()).toEqual({
    Outer: "commenter",
    Inner: "commenter",
    Deep: "commenter",
    note: "commenter",
  });
  await sharing.end({ shareId: around.shareId });
  expect(await shown()).toEqual({ Inner: "viewer", Deep: "viewer", note: "viewer" });
});

test("many notes that move into a shared folder are counted once, told once, and no longer shared when they leave", async () => {
  const ben = await app.aUser("Ben");
  const [folder, other] = [
    await ann.client.folders.create({ name: "Shared" }),
    await ann.client.folders.create({ name: "Not shared" }),
  ];
  await ann.client.sharing.shareFolder({ folderId: folder.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const few = await aNote("one of few");
  const made = await app.database.asSuperuser<{ id: string }>(
    "INSERT INTO notes_v2 (id, user_id, title) SELECT gen_random_uuid(), $1, 'moved ' || i FROM generate_series(1, 400) AS i RETURNING id",
    [ann.userId],
  );
  const access = async () =>
    Number(
      (
        await app.database.asSuperuser<{ n: number }>(
          "SELECT count(*) AS n FROM note_access WHERE user_id = $1",
          [ben.userId],
        )
      )[0]!.n,
    );
  const told = async () => (await ben.client.live.since({ seq: 0 })).events.length;
  const before = await told();
  const move = (noteIds: string[], folderId: string) =>
    app.services.db.withUser(ann.userId, (tx) =>
      tx.query("UPDATE notes_v2 SET folder_id = $2 WHERE id = ANY ($1::uuid[])", [noteIds, folderId]),
    );
  const all = made.map(({ id }) => id);
  await move(all, folder.id);
  expect([await access(), (await told()) - before]).toEqual([400, 1]);
  await move([few.id], folder.id);
  expect(await access()).toBe(401);
  await move(all.slice(0, 250), other.id);
  expect(await access()).toBe(151);
  await move(all.slice(250, 300), other.id);
  expect(await access()).toBe(101);
  await ann.client.folders.remove({ folderId: folder.id, notes: "moveUp" });
  expect(await access()).toBe(0);
});

test("the invited is told in the app and by mail; repeated, an invitation only changes the role", async () => {
  const ben = await app.aUser("Ben");
  const note = await aNote("Told");
  const share = (role: "viewer" | "editor") =>
    ann.client.sharing.shareNote({ noteId: note.id, email: ben.email.toUpperCase(), role });
  const { shareId } = await share("viewer");
  expect((await share("editor")).shareId).toBe(shareId);
  await vi.waitFor(async () => {
    const { notifications } = await ben.client.notifications.list({});
    expect(notifications).toMatchObject([
      { title: "Ann shared a note with you", href: "/app/shared", isRead: false },
    ]);
    const outbox = join(app.dataDir, "outbox");
    const mails = await Promise.all(
      (await readdir(outbox)).map((name) => readFile(join(outbox, name), "utf8")),
    );
    expect(mails.filter((mail) => mail.includes(ben.email))).toHaveLength(1);
    expect(mails.join("")).not.toContain("Told");
  }, 10_000);
});

test("who registers later has what was shared with the address before", async () => {
  const note = await aNote("Waiting");
  await ann.client.sharing.shareNote({ noteId: note.id, email: "late@example.com", role: "editor" });
  const late = app.visitor();
  await late.client.accounts.register({ name: "Late", email: "Late@example.com", password: "correct horse" });
  const waiting = async () => (await late.client.sharing.withMe({})).invitations.map(({ name }) => name);
  expect(await waiting()).toEqual(["Waiting"]);
  await acceptInvitations(late);
  expect(await late.client.notes.get({ noteId: note.id })).toMatchObject({ title: "Waiting" });
});

test("where mails go out, an address counts once it is confirmed", async () => {
  app.services.config.smtpUrl = "smtp://127.0.0.1:1";
  try {
    const ben = await app.aUser("Ben");
    const note = await aNote("Proven");
    await ann.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
    expect((await ben.client.sharing.withMe({})).invitations).toEqual([]);
    await app.services.db.authPool.query("UPDATE auth.users SET email_verified = true WHERE id = $1", [
      ben.userId,
    ]);
    await app.services.db.asSystem("test", (tx) => tx.call("claimShares", true));
    expect(await canRead(ben, note.id)).toBe(false);
    await acceptInvitations(ben);
    expect(await canRead(ben, note.id)).toBe(true);
  } finally {
    delete app.services.config.smtpUrl;
  }
});

test("a shared folder shares what is in it, later and deeper, and no longer what has left it", async () => {
  const ben = await app.aUser("Ben");
  const { folders, notes, sharing } = ann.client;
  const outer = await folders.create({ name: "Outer" });
  const inner = await folders.create({ name: "Inner", parentId: outer.id });
  const before = await aNote("before", inner.id);
  const { shareId } = await sharing.shareFolder({ folderId: outer.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  const later = await aNote("later", outer.id);
  await aNote("elsewhere");
  expect(await sharedTitles(ben)).toEqual(["before", "later"]);
  const { folders: shown } = await ben.client.sharing.withMe({});
  expect(shown.map(({ name, parentId }) => [name, parentId])).toEqual([
    ["Inner", outer.id],
    ["Outer", null],
  ]);

  await notes.update({ noteId: later.id, folderId: null });
  expect(await sharedTitles(ben)).toEqual(["before"]);
  await folders.update({ folderId: inner.id, parentId: null });
  expect(await sharedTitles(ben)).toEqual([]);
  await folders.update({ folderId: inner.id, parentId: outer.id });
  await notes.remove({ noteId: before.id });
  expect([await sharedTitles(ben), await canRead(ben, before.id)]).toEqual([[], false]);
  await notes.restore({ noteId: before.id });
  expect(await sharedTitles(ben)).toEqual(["before"]);
  await folders.remove({ folderId: outer.id, notes: "trash" });
  expect(await sharedTitles(ben)).toEqual([]);
  await folders.restore({ folderId: outer.id });
  // Of two shares the one that allows more counts.
  await sharing.shareNote({ noteId: before.id, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  expect((await ben.client.sharing.access({ noteId: before.id })).role).toBe("editor");
  await sharing.end({ shareId });
  expect(await sharedTitles(ben)).toEqual(["before"]);
});

test("a guest leaves; nobody else ends or changes a share", async () => {
  const [ben, eve] = [await app.aUser("Ben"), await app.aUser("Eve")];
  const note = await aNote("Left");
  const { shareId } = await ann.client.sharing.shareNote({
    noteId: note.id,
    email: ben.email,
    role: "viewer",
  });
  for (const person of [ben, eve])
    await expect(person.client.sharing.setRole({ shareId, role: "editor" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  for (const name of ["end", "accept"] as const)
    await expect(eve.client.sharing[name]({ shareId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await ben.client.sharing.end({ shareId });
  expect(await canRead(ben, note.id)).toBe(false);
  expect((await ann.client.sharing.guestsOfNote({ noteId: note.id })).guests).toEqual([]);
});

test("one's own address, a bad one and a hundred and one in an hour are refused", async () => {
  const note = await aNote();
  const invite = (email: string) => ann.client.sharing.shareNote({ noteId: note.id, email, role: "viewer" });
  for (const email of [ann.email, "no address"])
    await expect(invite(email)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await app.database.asSuperuser("UPDATE auth.rate_limits SET count = 100 WHERE key = $1", [
    `share:${ann.userId}`,
  ]);
  await expect(invite("one.more@example.com")).rejects.toMatchObject({ code: "RATE_LIMITED" });
});

test("what a guest is not to know of a note stays with its owner", async () => {
  const ben = await app.aUser("Ben");
  const folder = await ann.client.folders.create({ name: "Secret folder" });
  const note = await aNote("Open", folder.id);
  await ann.client.notes.update({ noteId: note.id, isFavorite: true });
  await ann.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "viewer" });
  await acceptInvitations(ben);
  expect(await ben.client.notes.get({ noteId: note.id })).toMatchObject({
    isForeign: true,
    isFavorite: false,
    folderId: null,
  });
  expect(JSON.stringify(await ben.client.sharing.withMe({}))).not.toMatch(/Secret folder/);
  expect(await ann.client.notes.get({ noteId: note.id })).not.toHaveProperty("isForeign");
});

test("the owner's log names the guest who wrote", async () => {
  const ben = await app.aUser("Ben");
  const note = await aNote("Logged");
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  await ann.client.sharing.shareNote({ noteId: note.id, email: ben.email, role: "editor" });
  await acceptInvitations(ben);
  const { seq } = await ben.client.notes.body({ noteId: note.id });
  const body = { format: "text", text: "words of a guest" } as const;
  await ben.client.notes.replaceBody({ noteId: note.id, baseSeq: seq, body });
  await app.services.collab.derivation.deriveNow(note.id, ann.userId);
  const { activities } = await ann.client.activity.list({ entityId: note.id });
  expect(activities[0]).toMatchObject({
    type: "note_updated",
    description: "By Ben",
    metadata: { actor: ben.userId },
  });
});

test("a share that ends closes what is open within five seconds, on every node", async () => {
  const ben = await app.aUser("Ben");
  const other = await startTestApp({}, "/nonexistent", { database: app.database, dataDir: app.dataDir });
  try {
    const note = await aNote("Open on two nodes");
    const { shareId } = await ann.client.sharing.shareNote({
      noteId: note.id,
      email: ben.email,
      role: "editor",
    });
    await acceptInvitations(ben);
    // The second node has another secret, so a session of its own is needed there.
    const elsewhere = other.visitor();
    await elsewhere.client.accounts.login({ email: ben.email, password: ben.password });
    const opened = [openNote(app, ben, note.id), openNote(other, elsewhere, note.id)];
    await Promise.all(opened.map(({ synced }) => synced));
    const connections = () =>
      [app, other].map(
        ({ services }) =>
          services.collab.hocuspocus.documents.get(`note:${note.id}`)?.getConnections().length ?? 0,
      );
    expect(connections()).toEqual([1, 1]);
    await ann.client.sharing.end({ shareId });
    await vi.waitFor(() => expect(connections()).toEqual([0, 0]), 5_000);
    for (const client of opened) client.close();
    const again = openNote(app, ben, note.id);
    expect(await again.refusal).toBe("NOT_FOUND");
    again.close();
  } finally {
    await other.services.collab.stop();
    await other.services.db.close();
  }
});
