import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { liveAddress, messageType, noteAddress } from "#contract/wire/socket.ts";
import { aBrowser } from "#testing/node-page.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { createTokens, editOnce } from "./converge-edits.ts";

type Random = () => number;
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** What a page really sends: opening, writing in every way, leaving, coming back with what it wrote meanwhile. */
export async function recordFrames(
  server: { url: string },
  visitor: SignedInVisitor,
  noteId: string,
  random: Random,
): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = [];
  const browser = aBrowser(server, visitor, (frame) => frames.push(frame.slice()));
  const tab = await browser.openTab(noteId);
  const tokens = createTokens();
  const { session } = tab.note;
  const isSaved = async () => {
    while (session.state().save.kind !== "saved") await new Promise((resolve) => setTimeout(resolve, 10));
  };
  tab.note.wake();
  await isSaved();
  for (let edit = 0; edit < 60; edit++) editOnce(session.doc, random, tokens);
  session.awareness.setLocalStateField("user", { name: "F", color: "#123456" });
  await isSaved();
  browser.goOffline();
  for (let edit = 0; edit < 10; edit++) editOnce(session.doc, random, tokens);
  browser.goOnline();
  await isSaved();
  for (const type of [
    messageType.queryAwareness,
    messageType.stateless,
    messageType.syncStatus,
    messageType.close,
  ])
    frames.push(frameOf(noteAddress(noteId), type, (encoder) => encoding.writeVarString(encoder, "{}")));
  tab.note.close();
  tab.device.close();
  return frames;
}

function frameOf(address: string, type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

type Parts = { address: string; type: number; kind: number; payload: Uint8Array };

/** A frame of the sync protocol taken apart; null for all others. */
function partsOf(frame: Uint8Array): Parts | null {
  const decoder = decoding.createDecoder(frame);
  const address = decoding.readVarString(decoder);
  const type = decoding.readVarUint(decoder);
  if (type !== messageType.sync) return null;
  const kind = decoding.readVarUint(decoder);
  return { address, type, kind, payload: decoding.readVarUint8Array(decoder) };
}

const syncFrame = ({ address, type, kind, payload }: Parts) =>
  frameOf(address, type, (encoder) => {
    encoding.writeVarUint(encoder, kind);
    encoding.writeVarUint8Array(encoder, payload);
  });

export type Targets = {
  frames: Uint8Array[];
  own: { noteId: string; userId: string };
  other: { noteId: string; userId: string };
};

/** One frame that no page would send. */
export function mutate(targets: Targets, random: Random): Uint8Array {
  const frame = pick(random, targets.frames).slice();
  return pick(random, MUTATIONS)(frame, random, targets);
}

type Mutation = (frame: Uint8Array, random: Random, targets: Targets) => Uint8Array;

/** Mostly behind the address: a frame without a sound one ends the socket, and nothing after it would be heard. */
const place = (frame: Uint8Array, random: Random) => {
  const from = frame.length > ADDRESS_BYTES && random() < 0.95 ? ADDRESS_BYTES : 0;
  return from + below(random, frame.length - from);
};

const flip: Mutation = (frame, random) => {
  for (let times = 1 + below(random, 4); times > 0; times--)
    frame[place(frame, random)]! ^= 1 << below(random, 8);
  return frame;
};
const cut: Mutation = (frame, random) => frame.subarray(0, place(frame, random));
const splice: Mutation = (frame, random, { frames }) => {
  const other = pick(random, frames);
  return join(frame.subarray(0, place(frame, random)), other.subarray(below(random, other.length)));
};
const repeat: Mutation = (frame, random) => {
  const from = place(frame, random);
  const part = frame.subarray(from, from + 1 + below(random, 40));
  return join(
    frame.subarray(0, from),
    ...Array.from({ length: 2 + below(random, 200) }, () => part),
    frame.subarray(from),
  );
};
/** A length or number far beyond everything, in place of one that was there. */
const oversize: Mutation = (frame, random) => {
  const at = ADDRESS_BYTES + below(random, Math.max(1, frame.length - ADDRESS_BYTES));
  const huge = pick(random, [
    [0xff, 0xff, 0xff, 0xff, 0x0f],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f],
    Array.from({ length: 20 }, () => 0xff),
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
  ]);
  return join(frame.subarray(0, at), new Uint8Array(huge), frame.subarray(at + 1));
};
const ADDRESS_BYTES = 42;
/** Someone else's note or news, one that does not exist, a name that is none. */
const wrongAddress: Mutation = (frame, random, { own, other }) => {
  const rest = frame.subarray(ADDRESS_BYTES);
  const address = pick(random, [
    noteAddress(other.noteId),
    noteAddress(other.noteId),
    liveAddress(other.userId),
    liveAddress(own.userId),
    noteAddress("00000000-0000-4000-8000-000000000000"),
    liveAddress(own.noteId),
    pick(random, [noteAddress(own.noteId).toUpperCase(), `${noteAddress(own.noteId)}\0x`, "__proto__"]),
  ]);
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, address);
  return join(encoding.toUint8Array(encoder), rest);
};
/** A sound envelope around a change whose structs are not. */
const corruptChange: Mutation = (frame, random) => {
  const parts = partsOf(frame);
  if (!parts || parts.payload.length === 0) return flip(frame, random, NOBODY);
  const change = parts.payload.slice();
  for (let times = 1 + below(random, 4); times > 0; times--)
    change[below(random, change.length)]! = random() < 0.5 ? below(random, 256) : below(random, 12);
  return syncFrame({ ...parts, kind: pick(random, [1, 2, 2, 2]), payload: change });
};
const otherKind: Mutation = (frame, random) => {
  const parts = partsOf(frame);
  if (!parts) return flip(frame, random, NOBODY);
  return syncFrame({ ...parts, type: below(random, 12), kind: below(random, 5) });
};
const noise: Mutation = (frame, random) => {
  for (let at = ADDRESS_BYTES; at < frame.length; at++) frame[at] = below(random, 256);
  return frame;
};
/** Sound frames belong to the mix: signing in twice, closing and going on, saying a change again. */
const asItIs: Mutation = (frame) => frame;

const NOBODY: Targets = { frames: [], own: { noteId: "", userId: "" }, other: { noteId: "", userId: "" } };
const MUTATIONS = [
  ...[flip, flip, cut, splice, repeat, oversize, wrongAddress, otherKind, noise],
  ...[corruptChange, corruptChange, corruptChange, corruptChange, corruptChange, asItIs, asItIs],
];

function join(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
