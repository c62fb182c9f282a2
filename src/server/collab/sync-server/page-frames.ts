import { liveAddress, messageType } from "#contract/wire/socket.ts";

const NOTE_ADDRESS = /^note:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const ADDRESS = /^(note|live):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ADDRESS_LENGTH = liveAddress("00000000-0000-0000-0000-000000000000").length;

/** What a page says; the rest of Hocuspocus' protocol is the server's, or written to the log at every frame. */
const SPOKEN_BY_PAGES: ReadonlySet<number | undefined> = new Set([
  messageType.sync,
  messageType.awareness,
  messageType.auth,
  messageType.queryAwareness,
  messageType.close,
  messageType.part,
]);

/** Undefined for the address of anything but a note. */
export const noteIdOf = (address: string): string | undefined => NOTE_ADDRESS.exec(address)?.[1];

/**
 * True when a frame begins with an address of ours and says what pages say. Hocuspocus keeps its state in plain objects
 * by whatever name comes in, and would open one document many times under names that differ behind a zero byte.
 */
export function isPageFrame(frame: Uint8Array): boolean {
  return (
    frame[0] === ADDRESS_LENGTH &&
    SPOKEN_BY_PAGES.has(frame[1 + ADDRESS_LENGTH]) &&
    ADDRESS.test(Buffer.from(frame.subarray(1, 1 + ADDRESS_LENGTH)).toString("latin1"))
  );
}
