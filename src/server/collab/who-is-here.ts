import type { Document as OpenDocument } from "@hocuspocus/server";
import * as decoding from "lib0/decoding";
import { type Awareness, removeAwarenessStates } from "y-protocols/awareness";
import { messageType } from "#contract/wire/socket.ts";
import type { SocketContext } from "./sync-server/socket-context.ts";

/** Two relative positions of Yjs are some 200 letters. */
const CARET_MAX = 2_000;
/** Pages of one account in one note: each is a caret that everybody draws. */
const PAGES_MAX = 50;
const COLOR = /^#[0-9a-f]{6}$/i;

type Reader = Pick<SocketContext, "userId" | "name">;

/**
 * Makes of what a page says about its reader what others may believe: name and id come from the session, nobody speaks for another's
 * page, and all that is said is a caret. Hocuspocus adds an empty state of its own to each message, which goes as well.
 */
export function nameReader(
  states: Map<number, Record<string, unknown>>,
  known: Awareness,
  { userId, name }: Reader,
): void {
  let own = [...known.getStates().keys()].filter((client) => userOf(known, client) === userId).length;
  for (const [client, state] of [...states]) {
    states.delete(client);
    const speaker = userOf(known, client);
    if (!isObject(state) || !isObject(state["user"]) || (speaker !== undefined && speaker !== userId))
      continue;
    if (speaker === undefined && ++own > PAGES_MAX) continue;
    const { color } = state["user"];
    const user = { id: userId, name, ...(COLOR.test(String(color)) && { color }) };
    states.set(client, { user, cursor: caretOf(state["cursor"]) });
  }
}

/** A page says that its reader has gone, which Hocuspocus would pass on only with the end of the connection. */
export function takeLeave(frame: Uint8Array, { awareness }: OpenDocument, { userId }: Reader): void {
  const decoder = decoding.createDecoder(frame);
  decoding.readVarString(decoder);
  if (decoding.readVarUint(decoder) !== messageType.awareness) return;
  const states = decoding.createDecoder(decoding.readVarUint8Array(decoder));
  const gone: number[] = [];
  for (let left = decoding.readVarUint(states); left > 0; left--) {
    const client = decoding.readVarUint(states);
    decoding.readVarUint(states);
    if (decoding.readVarString(states) === "null" && userOf(awareness, client) === userId) gone.push(client);
  }
  // Not in the name of the connection: it would forget a page that comes back, and leave its caret behind when it closes.
  removeAwarenessStates(awareness, gone, { source: "local" });
}

const userOf = (known: Awareness, client: number) =>
  (known.getStates().get(client)?.["user"] as { id?: unknown } | undefined)?.id;

const caretOf = (cursor: unknown) =>
  isObject(cursor) && JSON.stringify(cursor).length <= CARET_MAX ? cursor : null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
