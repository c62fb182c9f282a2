import { expect, test } from "vitest";
import { readEvents } from "./sse.ts";

async function eventsOf(text: string, cutAt: (length: number) => number) {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length;) {
      const size = cutAt(bytes.length - at);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  }
  const events = [];
  for await (const event of readEvents(pieces())) events.push(event);
  return events;
}

const STREAM =
  ": hello\n\ndata: one\n\nevent: ping\r\ndata: {}\r\n\r\ndata: wörld 🌍\rdata: two\r\rdata:no space\nid: 7\nretry: 10\n\ndata: never ended";
const EVENTS = [
  { event: "message", data: "one" },
  { event: "ping", data: "{}" },
  { event: "message", data: "wörld 🌍\ntwo" },
  { event: "message", data: "no space" },
];

test.each([1, 2, 3, 5, 7, 1000])("events are the same in pieces of %i bytes", async (size) => {
  expect(await eventsOf(STREAM, () => size)).toEqual(EVENTS);
});
