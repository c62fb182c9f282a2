import * as encoding from "lib0/encoding";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageYjsUpdate } from "y-protocols/sync";
import * as Y from "yjs";
import { messageType } from "#contract/wire/socket.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { openNote } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp, type Visitor } from "#testing/test-app.ts";

/** What somebody who edits another's note gets of the owner's files. */
let app: TestApp;
let ann: SignedInVisitor;
let ben: SignedInVisitor;
let eve: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  [ann, ben, eve] = [await app.aUser("Ann"), await app.aUser("Ben"), await app.aUser("Eve")];
});
afterAll(() => app.close());

async function upload(person: Visitor, query = ""): Promise<Response> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } });
  const body = new Uint8Array(await picture.png().toBuffer());
  const headers = { "content-type": "image/png" };
  return person.request(`/api/files/upload?name=sea.png${query}`, { method: "POST", headers, body });
}
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;
const derive = (noteId: string) => app.services.collab.derivation.deriveNow(noteId, ann.userId);
const isServed = async (person: Visitor, path: string) => (await person.request(path)).status === 200;

async function write(person: SignedInVisitor, noteId: string, text: string): Promise<void> {
  const { seq: baseSeq } = await person.client.notes.body({ noteId });
  await person.client.notes.replaceBody({ noteId, baseSeq, body: { format: "markdown", text } });
}

/** A note of Ann that Ben may edit and Eve read, and that everybody reads on its page. */
async function aSharedNote(text: string) {
  const { id } = await ann.client.notes.create({ title: "Shared", body: { format: "markdown", text } });
  await derive(id);
  await ann.client.sharing.shareNote({ noteId: id, email: ben.email, role: "editor" });
  await ann.client.sharing.shareNote({ noteId: id, email: eve.email, role: "viewer" });
  await acceptInvitations(ben);
  await acceptInvitations(eve);
  const { url } = await ann.client.sharing.publish({ noteId: id });
  return { id, page: new URL(url).pathname };
}

/** Who gets a file that stands in the note. */
async function readers(fileId: string, page: string): Promise<string[]> {
  const stranger = app.visitor();

  const found: string[] = [];
  for (const [name, person] of Object.entries({ ann, ben, eve }))
    if (await isServed(person, `/files/${fileId}`)) found.push(name);
  if (await isServed(stranger, `${page}/files/${fileId}`)) found.push("everybody");
  return found;
}

test("a file that only a guest has named is shown to nobody but its owner", async () => {
  const secret = await idOf(await upload(ann));
  const { id, page } = await aSharedNote("Words.");
  for (const text of [`Words.\n\n![x](/files/${secret})`, `Words.\n\n[x](/files/${secret}/original)`]) {
    await write(ben, id, text);
    await derive(id);
    expect(await readers(secret, page)).toEqual(["ann"]);
    await expect(ben.client.files.get({ fileId: secret })).rejects.toMatchObject({ code: "NOT_FOUND" });
    // What the owner writes elsewhere in the note makes it no more theirs, compacted or not.
    await write(ann, id, `Words of Ann.\n\n${text.split("\n\n")[1]}`);
    await derive(id);
    await app.services.collab.compact(id, ann.userId);
    expect(await readers(secret, page)).toEqual(["ann"]);
    await write(ann, id, "Words.");
    await derive(id);
  }
});

test("a guest's change that is compacted before it is derived shows nothing either", async () => {
  const secret = await idOf(await upload(ann));
  const { id, page } = await aSharedNote("Words.");
  await write(ben, id, `Words.\n\n![x](/files/${secret})`);
  await app.services.collab.compact(id, ann.userId);
  await derive(id);
  expect(await readers(secret, page)).toEqual(["ann"]);
});

const textIn = (doc: Y.Doc) => (doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement).get(0) as Y.XmlText;

test("a comment whose id is that of a file, marked in the owner's name, does not name the file", async () => {
  const secret = await idOf(await upload(ann));
  const { id, page } = await aSharedNote("Words.");
  await write(ben, id, `Words.\n\n![x](/files/${secret})`);
  await derive(id);
  const reading = openNote(app, ben, id);
  await reading.sees("Words.");
  const place = (index: number) =>
    Buffer.from(
      Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(textIn(reading.doc), index)),
    ).toString("base64");
  const anchor = { from: place(0), to: place(5) };
  const said = { threadId: secret, commentId: uuidV7(), quote: "Words", text: "Look" };
  await ben.client.comments.begin({ noteId: id, ...said, anchor });
  await reading.sees("comment");
  await derive(id);
  expect(await readers(secret, page)).toEqual(["ann"]);
  reading.close();
});

test("a guest's change that waits for the owner's next key names no file in the owner's name", async () => {
  const secret = await idOf(await upload(ann));
  const { id, page } = await aSharedNote("Words.");
  const [writing, guest] = [openNote(app, ann, id), openNote(app, ben, id)];
  await Promise.all([writing.sees("Words."), guest.sees("Words.")]);
  // What Ann's page will write next, made beforehand, with the guest's words and their link behind it.
  const ahead = new Y.Doc();
  Y.applyUpdate(ahead, Y.encodeStateAsUpdate(guest.doc));
  ahead.clientID = writing.doc.clientID;
  textIn(ahead).insert(0, "A");
  const later = new Y.Doc();
  Y.applyUpdate(later, Y.encodeStateAsUpdate(ahead));
  textIn(later).insert(1, "seen", { link: { href: `/files/${secret}` } });
  guest.send(messageType.sync, (encoder) => {
    encoding.writeVarUint(encoder, messageYjsUpdate);
    encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(later, Y.encodeStateVector(ahead)));
  });
  const logged = "SELECT count(*)::int AS n FROM note_updates WHERE note_id = $1 AND actor_id = $2";
  await expect
    .poll(() => app.database.asSuperuser<{ n: number }>(logged, [id, ben.userId]))
    .toEqual([{ n: 1 }]);
  await derive(id);
  textIn(writing.doc).insert(0, "A");
  await writing.saved();
  await derive(id);
  expect((await ann.client.notes.body({ noteId: id })).text).toContain(`[seen](/files/${secret})`);
  expect(await readers(secret, page)).toEqual(["ann"]);
  for (const client of [writing, guest]) client.close();
});

test("what the owner puts into the note is shown, also beside a guest who writes, and after one who named it", async () => {
  const [first, second] = [await idOf(await upload(ann)), await idOf(await upload(ann))];
  const { id, page } = await aSharedNote(`![one](/files/${first})`);
  expect(await readers(first, page)).toEqual(expect.arrayContaining(["ann", "ben", "eve", "everybody"]));
  await write(ben, id, `![one](/files/${first})\n\nWords of Ben.`);
  await write(ann, id, `![one](/files/${first})\n\nWords of Ben.\n\n![two](/files/${second})`);
  await derive(id);
  for (const file of [first, second])
    expect(await readers(file, page)).toEqual(expect.arrayContaining(["ann", "ben", "eve", "everybody"]));
  const third = await idOf(await upload(ann));
  await write(ben, id, `![three](/files/${third})`);
  await derive(id);
  expect(await readers(third, page)).toEqual(["ann"]);
  await write(ann, id, `Words of Ann.\n\n![again](/files/${third})\n\n![three](/files/${third})`);
  await derive(id);
  expect(await readers(third, page)).toEqual(expect.arrayContaining(["ann", "ben", "eve", "everybody"]));
});

test("what a guest uploads into the note is shown in it", async () => {
  const { id, page } = await aSharedNote("Words.");
  const file = await idOf(await upload(ben, `&noteId=${id}`));
  await write(ben, id, `![of Ben](/files/${file})`);
  await derive(id);
  expect(await readers(file, page)).toEqual(expect.arrayContaining(["ann", "ben", "eve", "everybody"]));
});

test("an upload under the id of a file that is there tells a guest nothing of it, and gives it to nobody", async () => {
  const secret = await idOf(await upload(ann));
  const { id, page } = await aSharedNote("Words.");
  expect((await upload(ben, `&noteId=${id}&id=${secret}`)).status).toBe(404);
  const begun = (fileId: string) =>
    ben.request(`/api/files/uploads?noteId=${id}`, {
      method: "POST",
      headers: { "upload-length": "5", "upload-metadata": `id ${Buffer.from(fileId).toString("base64")}` },
    });
  expect((await begun(secret)).status).toBe(404);
  expect((await ben.request(`/api/files/uploads/${secret}?noteId=${id}`, { method: "HEAD" })).status).toBe(
    404,
  );
  await write(ben, id, `![x](/files/${secret})`);
  await derive(id);
  expect(await readers(secret, page)).toEqual(["ann"]);
  // Repeated, because an answer was lost, a guest's own upload is the same.
  const own = uuidV7();
  expect((await upload(ben, `&noteId=${id}&id=${own}`)).status).toBe(201);
  expect((await upload(ben, `&noteId=${id}&id=${own}`)).status).toBe(201);
  expect((await begun(uuidV7())).status).toBe(201);
});
