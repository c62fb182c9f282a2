import { afterAll, beforeAll, expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const write = (title: string, text: string) =>
  ann.client.notes.create({ title, body: { format: "markdown", text } });
const publish = (note: Note, more: { isIndexed?: boolean } = {}) =>
  ann.client.sharing.publish({ noteId: note.id, ...more });
const pathOf = (page: { url: string }) => new URL(page.url).pathname;
const open = async (path: string) => {
  const response = await app.visitor().request(path);
  return { text: await response.text() };
};
const derived = (note: Note) => app.services.collab.derivation.deriveNow(note.id, ann.userId);

test("a page tells no addresses to a guest who tries titles in it", async () => {
  const ben = await app.aUser("Ben");
  // Written before there are such notes, so that its links only name them.
  const note = await write("Common ground", "to [[Unannounced]] and [[Announced]]");
  const secret = await publish(await write("Unannounced", "secretbody"));
  const listed = await publish(await write("Announced", "known to all"), { isIndexed: true });
  const links = async () => {
    await derived(note);
    const { text } = await open(path);
    return [secret, listed].map((page) => text.includes(pathOf(page)));
  };
  const path = pathOf(await publish(note));
  expect(await links()).toEqual([true, true]);
  const { shareId } = await ann.client.sharing.shareNote({
    noteId: note.id,
    email: ben.email,
    role: "editor",
  });
  await ben.client.sharing.accept({ shareId });
  expect(await links()).toEqual([false, true]);
  const { seq } = await ben.client.notes.body({ noteId: note.id });
  await ben.client.notes.replaceBody({
    noteId: note.id,
    baseSeq: seq,
    body: { format: "markdown", text: "![[Unannounced]] [[Announced]]" },
  });
  expect(await links()).toEqual([false, true]);
  expect((await open(path)).text).not.toContain("secretbody");
  // What a guest wrote stays what a guest wrote.
  await ann.client.sharing.end({ shareId });
  expect(await links()).toEqual([false, true]);
  const now = await ann.client.notes.body({ noteId: note.id });
  await ann.client.notes.replaceBody({
    noteId: note.id,
    baseSeq: now.seq,
    body: {
      format: "markdown",
      text: `[chosen](/app/editor/${secret.noteId}) [[Announced]]`,
    },
  });
  expect(await links()).toEqual([true, true]);
});
