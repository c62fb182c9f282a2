import * as encoding from "lib0/encoding";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messageType } from "#contract/wire/socket.ts";
import type { Page, PageSocket } from "./page.ts";
import { createSyncSocket } from "./socket.ts";

/** A network of which the test says what arrives. */
class Line extends EventTarget implements PageSocket {
  readonly OPEN = 1;
  readyState: 0 | 1 | 2 | 3 = 0;
  binaryType: BinaryType = "arraybuffer";
  bufferedAmount = 0;
  send = (): void => {};
  close(): void {
    this.readyState = 3;
  }
  /** By the other end. */
  fall(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  hear(type: number, ...rest: number[]): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, "a");
    for (const number of [type, ...rest]) encoding.writeVarUint(encoder, number);
    this.dispatchEvent(new MessageEvent("message", { data: encoding.toUint8Array(encoder).buffer }));
  }
}

let lines: Line[];
let cut: () => void;
const page: Pick<Page, "openSocket" | "onWake" | "onCut"> = {
  openSocket: () => {
    const line = new Line();
    lines.push(line);
    return line;
  },
  onWake: () => () => {},
  onCut: (listener) => {
    cut = listener;
    return () => {};
  },
};
const aSocket = () =>
  createSyncSocket({
    page: page as Page,
    url: "ws://localhost/sync",
    handshake: { schemaVersion: 1, build: "test" },
    onSessionEnded: () => {},
    onRefused: () => {},
  });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a connection that never opens is given up, and another one tried", () => {
  const socket = aSocket();
  vi.advanceTimersByTime(10_000);
  expect(lines.length).toBeGreaterThanOrEqual(2);
  socket.close();
});

test("a connection that is back at once was never lost; one that is not is said to be within half a second", () => {
  const socket = aSocket();
  const states: string[] = [];
  socket.onStatus((status) => states.push(status));
  lines[0]!.open();
  lines[0]!.fall();
  vi.advanceTimersByTime(330);
  lines[1]!.open();
  lines[1]!.hear(messageType.auth, 2);
  vi.advanceTimersByTime(2_000);
  expect(states).toEqual(["connected", "syncing", "connected"]);
  lines[1]!.fall();
  vi.advanceTimersByTime(330);
  lines[2]!.fall();
  vi.advanceTimersByTime(170);
  expect(states).toEqual(["connected", "syncing", "connected", "syncing", "disconnected"]);
  // Further tries say nothing until one succeeds.
  vi.advanceTimersByTime(3_000);
  lines.at(-1)!.fall();
  vi.advanceTimersByTime(8_000);
  expect(states).toHaveLength(5);
  lines.at(-1)!.open();
  expect(states.at(-1)).toBe("connected");
  socket.close();
});

test("without a network the connection is gone at once, and tried again: the server may be on this device", () => {
  const socket = aSocket();
  lines[0]!.open();
  cut();
  expect(socket.status()).toBe("disconnected");
  vi.advanceTimersByTime(330);
  lines[1]!.open();
  expect(socket.status()).toBe("connected");
  socket.close();
});

test("a call that finds no server makes the line suspect, once in ten seconds", () => {
  const socket = aSocket();
  vi.advanceTimersByTime(1);
  lines[0]!.open();
  socket.suspect();
  vi.advanceTimersByTime(330);
  lines[1]!.open();
  socket.suspect();
  expect(socket.status()).toBe("connected");
  expect(lines).toHaveLength(2);
  socket.close();
});

test("a reader notices a line that went dead, by asking", () => {
  const socket = aSocket();
  let asked = 0;
  const states: string[] = [];
  socket.onStatus((status) => states.push(status));
  socket.open("a", {
    onAccepted: () => {},
    onRefused: () => {},
    onDown: () => {},
    onMessage: () => {},
    ask: () => (asked += 1),
  });
  lines[0]!.open();
  lines[0]!.hear(messageType.auth, 2);
  vi.advanceTimersByTime(22_000);
  expect(asked).toBe(1);
  lines[0]!.hear(messageType.sync, 0);
  vi.advanceTimersByTime(15_000);
  expect(states).toEqual(["connected"]);
  vi.advanceTimersByTime(20_000);
  expect(asked).toBe(2);
  expect(states).toContain("disconnected");
  socket.close();
});

test("a large change over a slow line is given time while bytes leave, and more at every new try", () => {
  const socket = aSocket();
  socket.open("a", {
    onAccepted: () => {},
    onRefused: () => {},
    onDown: () => {},
    onMessage: () => {},
    isWaiting: () => true,
  });
  const [first] = lines;
  first!.open();
  first!.bufferedAmount = 100;
  for (; first!.bufferedAmount > 0; first!.bufferedAmount -= 2) vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(11_000);
  expect(lines).toHaveLength(2);
  lines[1]!.open();
  vi.advanceTimersByTime(14_000);
  expect(lines).toHaveLength(2);
  vi.advanceTimersByTime(4_000);
  expect(lines).toHaveLength(3);
  socket.close();
});
