import * as decoding from "lib0/decoding";
import { messageType } from "#contract/wire/socket.ts";
import type { InFlight } from "../platform/in-flight.ts";

/** A whole message, of one frame or of many parts: some times a note of the largest size. */
export const MESSAGE_MAX_BYTES = 32 * 1024 * 1024;

/**
 * What one socket holds of our memory, and the parts of a long message until the last has come.
 * @param settled Resolves when everything that was handed over until now is dealt with
 */
export function createFrames(inFlight: InFlight, who: string, settled: () => Promise<void>) {
  const parts = new Parts();
  let held = 0;
  /** Of those held: of frames that have come whole. The rest may be of one that never does. */
  let whole = 0;
  let isSettling = false;
  let isClosed = false;

  function release(bytes: number): void {
    inFlight.release(who, Math.min(bytes, held));
    held -= Math.min(bytes, held);
  }

  /** Releases what was handed over before it began to wait; parts that wait for their last stay counted. */
  async function settle(): Promise<void> {
    isSettling = true;
    while (whole > parts.bytes && !isClosed) {
      const done = whole - parts.bytes;
      await settled();
      whole -= done;
      release(done);
    }
    isSettling = false;
  }

  return {
    /** Bytes came, perhaps of a frame that is never finished. False when there is no room for them. */
    received(bytes: number): boolean {
      if (isClosed || !inFlight.take(who, bytes)) return false;
      held += bytes;
      return true;
    },
    join: (frame: Uint8Array) => parts.join(frame),
    /** A frame with a payload of this length has come whole. */
    ended(length: number): void {
      whole += length + headerBytes(length);
    },
    /** A message was handed over: what it took is free again once it is dealt with. */
    handedOver(): void {
      if (!isSettling) void settle();
    },
    closed(): void {
      isClosed = true;
      parts.clear();
      release(held);
    },
  };
}

/** The parts of a long message until the last has come. */
class Parts {
  private parts: Uint8Array[] = [];
  bytes = 0;

  /**
   * The message that a frame completes; null when more of it is to come.
   * @throws Error for parts that make no message
   */
  join(frame: Uint8Array): Uint8Array | null {
    const decoder = decoding.createDecoder(frame);
    decoding.readVarString(decoder);
    if (decoding.readVarUint(decoder) !== messageType.part) {
      if (this.parts.length > 0) throw new Error("A frame between the parts of another");
      return frame;
    }
    const isLast = decoding.readVarUint(decoder) === 1;
    const part = decoding.readTailAsUint8Array(decoder);
    this.bytes += part.length;
    if (part.length === 0 || this.bytes > MESSAGE_MAX_BYTES) throw new Error("Parts of no message");
    this.parts.push(part);
    if (!isLast) return null;
    const message = new Uint8Array(Buffer.concat(this.parts));
    this.clear();
    return message;
  }

  clear(): void {
    this.parts = [];
    this.bytes = 0;
  }
}

/** Of a frame that a browser sends: two bytes, the longer forms of its length, four of its mask. */
const headerBytes = (length: number) => (length < 126 ? 6 : length < 65_536 ? 8 : 14);
