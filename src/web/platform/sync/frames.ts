import * as encoding from "lib0/encoding";
import { messageType, PART_BYTES } from "#contract/wire/socket.ts";

/** Writes what follows the address and the type of a frame. */
export type WriteFrame = (encoder: encoding.Encoder) => void;

/** A message as the frames that carry it: one, or its parts where it is longer than the server takes. */
export function* framesOf(
  address: string,
  type: number,
  write: WriteFrame,
): Generator<Uint8Array<ArrayBuffer>> {
  const frame = toFrame(address, type, write);
  if (frame.length <= PART_BYTES) return yield frame;
  for (let at = 0; at < frame.length; at += PART_BYTES)
    yield toFrame(address, messageType.part, (part) => {
      encoding.writeVarUint(part, frame.length - at <= PART_BYTES ? 1 : 0);
      encoding.writeUint8Array(part, frame.subarray(at, at + PART_BYTES));
    });
}

function toFrame(address: string, type: number, write: WriteFrame): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder) as Uint8Array<ArrayBuffer>;
}
