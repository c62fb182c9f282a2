import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { expect, test } from "vitest";
import { messageType, PART_BYTES } from "#contract/wire/socket.ts";
import { framesOf } from "./frames.ts";

test.each([
  [10, 1],
  [PART_BYTES, 2],
  [3 * PART_BYTES, 4],
])("%i bytes go as %i frames, whose parts make the message again", (bytes, count) => {
  const frames = [
    ...framesOf("a", messageType.sync, (encoder) => encoding.writeUint8Array(encoder, new Uint8Array(bytes))),
  ];
  expect(frames).toHaveLength(count);
  if (count === 1) return;
  const parts = frames.map((frame) => {
    const decoder = decoding.createDecoder(frame);
    expect(decoding.readVarString(decoder)).toBe("a");
    expect(decoding.readVarUint(decoder)).toBe(messageType.part);
    return { isLast: decoding.readVarUint(decoder) === 1, bytes: decoding.readTailAsUint8Array(decoder) };
  });
  expect(parts.map(({ isLast }) => isLast)).toEqual(parts.map((_, index) => index === count - 1));
  const joined = decoding.createDecoder(new Uint8Array(Buffer.concat(parts.map((part) => part.bytes))));
  expect(decoding.readVarString(joined)).toBe("a");
  expect(decoding.readVarUint(joined)).toBe(messageType.sync);
  expect(decoding.readTailAsUint8Array(joined)).toHaveLength(bytes);
});
