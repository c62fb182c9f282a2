import { IDBFactory } from "fake-indexeddb";
import * as encoding from "lib0/encoding";
import { expect, test } from "vitest";
import { liveAddress, messageType } from "#contract/wire/socket.ts";
import { createDevice } from "./device.ts";
import type { Page, PageSocket } from "./page.ts";

const USER = "user";

function frame(...write: ((encoder: encoding.Encoder) => void)[]): ArrayBuffer {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, liveAddress(USER));
  for (const part of write) part(encoder);
  return encoding.toUint8Array(encoder).slice().buffer;
}

/** A server that greets with this, and with nothing else. */
class Greeter extends EventTarget implements PageSocket {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  binaryType: BinaryType = "arraybuffer";
  constructor(greeting: object) {
    super();
    const hear = (data: ArrayBuffer) => this.dispatchEvent(new MessageEvent("message", { data }));
    setTimeout(() => {
      this.dispatchEvent(new Event("open"));
      hear(
        frame(
          (e) => encoding.writeVarUint(e, messageType.auth),
          (e) => encoding.writeVarUint(e, 2),
        ),
      );
      hear(
        frame(
          (e) => encoding.writeVarUint(e, messageType.stateless),
          (e) => encoding.writeVarString(e, JSON.stringify(greeting)),
        ),
      );
    });
  }
  send(): void {}
  close(): void {}
}

function aPage(greeting: object): Page {
  const indexedDb = new IDBFactory();
  return {
    indexedDb: () => indexedDb,
    openSocket: () => new Greeter(greeting),
    openChannel: () => null,
    withLock: (_, run) => run(),
    onWake: () => () => {},
    onCut: () => () => {},
    onLeave: () => () => {},
  };
}

test.each([
  [{ ageMs: 0 }, 1, "a change while the page loaded"],
  [{ ageMs: performance.now() + 60_000 }, 0, "a change long before"],
  [{ ageMs: null }, 0, "no change yet"],
])("a first greeting of %j means %i times to fetch again: %s", async (age: object, times, _why) => {
  const page = aPage({ type: "hello", seq: 7, ...age });
  let gaps = 0;
  let isGreeted = false;
  const device = await createDevice({
    page,
    origin: "http://localhost",
    userId: USER,
    build: "test",
    perform: async () => "done",
    onSessionEnded: () => {},
    onRefused: () => {},
    live: { onEvents: () => {}, onGap: () => (gaps += 1) },
  });
  device.socket.onStatus((status) => (isGreeted ||= status === "connected"));
  await expect.poll(() => isGreeted).toBe(true);
  expect(gaps).toBe(times);
  device.close();
});

test("a device that is open knows what earlier pages left to be sent", async () => {
  const page = aPage({ type: "hello", seq: 7, ageMs: null });
  const open = () =>
    createDevice({
      page,
      origin: "http://localhost",
      userId: USER,
      build: "test",
      perform: async () => "later",
      onSessionEnded: () => {},
      onRefused: () => {},
      live: { onEvents: () => {}, onGap: () => {} },
    });
  const call = { path: ["notes", "update"], input: { title: "Left" } };
  const before = await open();
  await before.outbox.enqueue(call);
  before.close();
  const device = await open();
  expect(device.outbox.calls()).toEqual([call]);
  device.close();
});
