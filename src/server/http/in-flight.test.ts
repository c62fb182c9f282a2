import { connect, type Socket } from "node:net";
import * as encoding from "lib0/encoding";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { messageType, noteAddress } from "#contract/wire/socket.ts";
import { aBrowser } from "#testing/node-page.ts";
import { openSocket } from "#testing/sync-client.ts";
import { createInFlight } from "../platform/in-flight.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** What one account can make the server hold. */
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const MB = 1024 * 1024;

/** Begins a request and never ends its body; `status` is of an answer that comes all the same. */
function halfSent(visitor: SignedInVisitor, path: string, total: number, sent: number) {
  const { hostname, port, host } = new URL(app.url);
  const line = connect(Number(port), hostname);
  const begun = { line, status: "" };
  line.on("data", (data) => (begun.status ||= /^HTTP\/1.1 (\d+)/.exec(data.toString())?.[1] ?? "?"));
  line.on("error", () => {});
  line.on("close", () => (begun.status ||= "cut"));
  const type = path.includes("upload") ? "image/png" : "application/json";
  line.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${app.url}\r\nCookie: ${visitor.cookie()}\r\nContent-Type: ${type}\r\nContent-Length: ${total}\r\n\r\n`,
  );
  line.write(Buffer.alloc(sent, 32));
  return begun;
}

async function closed(lines: Socket[]): Promise<void> {
  await Promise.all(
    lines.map(
      (line) =>
        new Promise((resolve) => (line.destroyed ? resolve(0) : line.once("close", resolve).destroy())),
    ),
  );
}

test.each([
  ["notes", "/api/notes", 25 * MB, 20 * MB],
  ["pictures", "/api/files/upload?name=sea.png", 10 * MB, 9 * MB],
])("of many half-sent %s of one account no more is held than of a few", async (_, path, total, sent) => {
  const begun = Array.from({ length: 30 }, () => halfSent(ann, path, total, sent));
  const counted = (status: string) => begun.filter((each) => each.status === status).length;
  const most = Math.floor((64 * MB) / sent);
  await expect.poll(() => counted(""), { timeout: 20_000 }).toBeLessThanOrEqual(most);
  expect(counted("429")).toBeGreaterThan(0);
  // Somebody else is served, and the account itself as soon as that is over.
  const eve = await app.aUser("Eve");
  const large = { title: "Large", body: { format: "text" as const, text: "x".repeat(3 * MB) } };
  await eve.client.notes.create(large);
  await closed(begun.map(({ line }) => line));
  await expect
    .poll(
      () =>
        ann.client.notes.create(large).then(
          () => "made",
          ({ code }: { code: string }) => code,
        ),
      { timeout: 20_000 },
    )
    .toBe("made");
});

test("notes whose sender leaves before the answer are held no longer", async () => {
  const guest = await app.aUser("Leaves");
  const body = JSON.stringify({ title: "Gone", body: { format: "text", text: "x".repeat(3 * MB) } });
  // More than the account may have held, if all of it stayed.
  for (let sent = 0; sent < 90 * MB; sent += body.length) {
    const { line } = halfSent(guest, "/api/notes", body.length, 0);
    await new Promise((resolve) => line.write(body, resolve));
    // Read by then, and not dealt with.
    await new Promise((resolve) => setTimeout(resolve, 40));
    await closed([line]);
  }
  const more = { method: "POST", headers: { "content-type": "application/json" }, body: "x".repeat(5 * MB) };
  await expect
    .poll(async () => (await guest.request("/api/notes", more)).status, { timeout: 40_000 })
    .toBe(422);
});

test("only what takes the body of a note takes more than two megabytes", async () => {
  const send = (path: string, body: unknown) =>
    ann.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const text = "x".repeat(3 * MB);
  expect((await send("/api/notes", { title: "x", body: { format: "text", text } })).status).toBe(201);
  expect(
    (await send("/rpc/notes/create", { json: { title: "x", body: { format: "text", text } } })).status,
  ).toBe(200);
  for (const path of ["/api/folders", "/rpc/folders/create", "/api/notes/many", "/rpc/notes/updateMany"])
    expect([path, (await send(path, { name: text })).status]).toEqual([path, 413]);
});

async function aSocket(visitor: SignedInVisitor) {
  const socket = openSocket(app.url, visitor);
  socket.on("error", () => {});
  const ended = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => socket.on("open", resolve));
  return { socket, ended };
}

function part(noteId: string, isLast: boolean, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, noteAddress(noteId));
  encoding.writeVarUint(encoder, messageType.part);
  encoding.writeVarUint(encoder, isLast ? 1 : 0);
  encoding.writeUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}

test("sockets that never finish what they send hold no more than a few", async () => {
  const guest = await app.aUser("Many");
  const { id } = await guest.client.notes.create({ title: "Parts" });
  const sockets = await Promise.all(Array.from({ length: 40 }, () => aSocket(guest)));
  const ends = sockets.map(({ ended }) => ended.then(() => "closed"));
  for (const { socket } of sockets)
    for (let index = 0; index < 3; index++) socket.send(part(id, false, new Uint8Array(MB)));
  const isOpen = () => sockets.filter(({ socket }) => socket.readyState === socket.OPEN).length;
  await expect.poll(isOpen, { timeout: 20_000 }).toBeLessThanOrEqual(22);
  // What is held is free again with the sockets.
  for (const { socket } of sockets) socket.terminate();
  await Promise.all(ends);
  const browser = aBrowser(app, guest);
  const tab = await browser.openTab(id);
  await expect.poll(() => tab.note.session.state().save.kind).toBe("saved");
  tab.die();
});

test.each([
  ["one frame of more than four megabytes", (id: string) => [part(id, true, new Uint8Array(5 * MB))], 1009],
  ["parts of nothing of ours", (id: string) => [part(id, true, new Uint8Array(10))], 1003],
  ["an empty part", (id: string) => [part(id, false, new Uint8Array(0))], 1003],
  [
    "more parts than any message has",
    (id: string) => Array.from({ length: 12 }, () => part(id, false, new Uint8Array(3 * MB))),
    1003,
  ],
])("%s closes the socket", async (_, framesOf, code) => {
  const guest = await app.aUser("Odd");
  const { id } = await guest.client.notes.create({ title: "Parts" });
  const { socket, ended } = await aSocket(guest);
  for (const frame of framesOf(id)) socket.send(frame);
  expect(await ended).toBe(code);
});

const paragraph = (text: string) => {
  const made = new Y.XmlElement("paragraph");
  made.insert(0, [new Y.XmlText(text)]);
  return made;
};

test("a paste of ten megabytes arrives whole, in frames of one", async () => {
  const { id } = await ann.client.notes.create({ title: "Pasted" });
  const sizes: number[] = [];
  const browser = aBrowser(app, ann, (frame) => sizes.push(frame.length));
  const tab = await browser.openTab(id);
  await expect.poll(() => tab.note.session.state().save.kind).toBe("saved");
  const line = "Ten megabytes of words. ".repeat(400);
  const lines = Array.from({ length: 1_100 }, (_, index) => `${index} ${line}`);
  tab.note.session.doc.transact(() => tab.note.session.fragment.insert(0, lines.map(paragraph)));
  await expect.poll(() => tab.note.session.state().save.kind, { timeout: 40_000 }).toBe("saved");
  expect(Math.max(...sizes)).toBeLessThan(2 * MB);
  const other = await aBrowser(app, ann).openTab(id);
  await expect.poll(() => other.note.session.fragment.length, { timeout: 40_000 }).toBe(lines.length);
  expect(other.note.session.fragment.toJSON()).toBe(tab.note.session.fragment.toJSON());
  for (const each of [tab, other]) each.die();
});

test("a month of writing without a connection arrives whole", async () => {
  const { id } = await ann.client.notes.create({ title: "Month" });
  const browser = aBrowser(app, ann);
  const tab = await browser.openTab(id);
  await expect.poll(() => tab.note.session.state().save.kind).toBe("saved");
  browser.goOffline();
  await expect.poll(() => tab.note.session.state().save.kind).toBe("offline");
  const { doc, fragment } = tab.note.session;
  for (let day = 0; day < 30; day++)
    doc.transact(() => {
      for (let index = 0; index < 100; index++) {
        const made = paragraph("");
        fragment.push([made]);
        const text = made.get(0) as Y.XmlText;
        // Written, taken back, and written anew, as people do: what was deleted is kept and sent as well.
        for (const word of [`day ${day} `, "something ".repeat(20), `line ${index}`])
          text.insert(text.length, word);
        text.delete(6, 80);
      }
    });
  browser.goOnline();
  await expect.poll(() => tab.note.session.state().save.kind, { timeout: 40_000 }).toBe("saved");
  const other = await aBrowser(app, ann).openTab(id);
  await expect.poll(() => other.note.session.fragment.length, { timeout: 40_000 }).toBe(3_000);
  expect(other.note.session.fragment.toJSON()).toBe(fragment.toJSON());
  for (const each of [tab, other]) each.die();
});

test("a few who hold all that may be held keep nobody from signing in, from small things and from writing", async () => {
  const few = await Promise.all(Array.from({ length: 5 }, (_, index) => app.aUser(`Few${index}`)));
  const begun = few.flatMap((visitor) =>
    [20, 20, 20, 3].map((size) => halfSent(visitor, "/api/notes", 25 * MB, size * MB)),
  );
  await expect.poll(() => begun.some(({ status }) => status === "429"), { timeout: 20_000 }).toBe(true);
  const eve = await app.aUser("Needy");
  const { id } = await eve.client.notes.create({ title: "Small" });
  const tab = await aBrowser(app, eve).openTab(id);
  await expect.poll(() => tab.note.session.state().save.kind).toBe("saved");
  tab.die();
  await closed(begun.map(({ line }) => line));
});

test("what everybody has room for has an end, however many come for it", () => {
  const inFlight = createInFlight({ perUser: 100, inAll: 100, share: 10, shares: 20 });
  expect(["few", "b", "c", "d"].map((who) => inFlight.take(who, who === "few" ? 100 : 10))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  inFlight.release("few", 100);
  expect(inFlight.take("d", 10)).toBe(true);
});
