import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { messageType, noteAddress } from "#contract/wire/socket.ts";
import { FRAGMENT, SCHEMA_VERSION } from "#document/schema-version.ts";
import { openNote, openSocket } from "#testing/sync-client.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const textOf = async (visitor: SignedInVisitor, noteId: string) =>
  (await visitor.client.notes.body({ noteId, format: "text" })).text;

function frame(address: string, type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

const handshake = (address: string) =>
  frame(address, messageType.auth, (encoder) => {
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, JSON.stringify({ schemaVersion: SCHEMA_VERSION, build: "test" }));
  });

const paragraphs = (texts: string[]) => {
  const doc = new Y.Doc();
  doc.getXmlFragment(FRAGMENT).insert(
    0,
    texts.map((text) => {
      const paragraph = new Y.XmlElement("paragraph");
      paragraph.insert(0, [new Y.XmlText(text)]);
      return paragraph;
    }),
  );
  return Y.encodeStateAsUpdate(doc);
};
const change = (noteId: string, payload: Uint8Array) =>
  frame(noteAddress(noteId), messageType.sync, (encoder) => {
    encoding.writeVarUint(encoder, 2);
    encoding.writeVarUint8Array(encoder, payload);
  });

test("a page that does not hear that its session ended writes nothing more", async () => {
  const guest = await app.aUser("Guest");
  const note = await guest.client.notes.create({ title: "Ends", body: { format: "text", text: "before" } });
  const socket = openSocket(app.url, guest);
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(handshake(noteAddress(note.id)));
  await new Promise((resolve) => socket.once("message", resolve));
  const again = app.visitor();
  await again.client.accounts.login({ email: guest.email, password: guest.password });
  socket.pause();
  await guest.client.accounts.logout({});
  await expect.poll(() => app.services.collab.hocuspocus.getConnectionsCount()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  socket.send(change(note.id, paragraphs(["after the end"])));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await again.client.notes.body({ noteId: note.id, format: "text" })).text).toBe("before");
  socket.terminate();
});

test.each([
  ["a second name for a note", (noteId: string) => `${noteAddress(noteId)}\0again`],
  ["a word of the language", () => "__proto__"],
  ["no name", () => ""],
  ["capital letters", (noteId: string) => noteAddress(noteId).toUpperCase()],
])("%s is no address, and the socket is closed", async (_, addressOf) => {
  const note = await ann.client.notes.create({ title: "Addresses" });
  const socket = openSocket(app.url, ann);
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(handshake(addressOf(note.id)));
  expect(await closed).toBe(1003);
});

test.each([4, 5, 6, 9, 12, 200])(
  "a frame of type %i, which no page sends, closes the socket",
  async (type) => {
    const note = await ann.client.notes.create({ title: "Types" });
    const socket = openSocket(app.url, ann);
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    await new Promise((resolve) => socket.on("open", resolve));
    socket.send(handshake(noteAddress(note.id)));
    socket.send(frame(noteAddress(note.id), type, (encoder) => encoding.writeVarString(encoder, "x")));
    expect(await closed).toBe(1003);
  },
);

test("a flood of frames is read no faster than it is committed, and loses nothing", async () => {
  const note = await ann.client.notes.create({ title: "Flood" });
  const page = openNote(app, ann, note.id);
  await page.synced;
  const words = Array.from({ length: 400 }, (_, index) => `flood-${index}.`);
  const filler = "x".repeat(24_000);
  for (const word of words) page.write(word + filler);
  await page.saved();
  const stored = await textOf(ann, note.id);
  expect(words.filter((word) => !stored.includes(word))).toEqual([]);
  page.close();
});

test("one user has fifty sockets and no more", async () => {
  const guest = await app.aUser("Many");
  const sockets = Array.from({ length: 60 }, () => openSocket(app.url, guest));
  const outcomes = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.on("open", () => resolve("open"));
          socket.on("error", (error) => resolve(error.message));
        }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "open")).toHaveLength(50);
  expect(outcomes.filter((outcome) => outcome.includes("429"))).toHaveLength(10);
  for (const socket of sockets) socket.terminate();
});
