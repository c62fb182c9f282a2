import type { JSONContent } from "@tiptap/core";
import * as Y from "yjs";
import { readDoc, replaceUpdate, seedUpdate } from "#document/yjs/yjs.ts";
import { bytesOf, type Place, rowAt, timeOf } from "./rows.ts";

/** Where the parts of a note's body stand, each kind in its order. */
export type BodyPlaces = { history: Place[]; snapshots: Place[]; updates: Place[] };
/** A state of a body as the change that leads to it. */
export type Version = { update: Uint8Array; at: string; name: string | null };

/** Who comes back later than this begins a new version, as when the history was written. */
const PAUSE_MS = 5 * 60_000;
/** Of one note; what is older becomes part of the first. */
const VERSIONS_MAX = 200;

/**
 * The history of a body, written anew: under other ids of notes and files every state is a little different, so each is read as
 * it was and the change from one to the next is made again.
 */
export async function versionsOf(
  root: string,
  places: BodyPlaces,
  names: ReadonlyMap<number, string>,
  updatedAt: string,
  toOurs: (id: string) => string,
): Promise<Version[]> {
  const source = new Y.Doc({ gc: false });
  const target = new Y.Doc();
  const versions: Version[] = [];
  const cut = (at: string, name: string | null) => {
    const doc = withOurIds(readDoc(source).toJSON() as JSONContent, toOurs);
    const update = versions.length === 0 ? seedUpdate(doc) : replaceUpdate(target, doc);
    if (versions.length > 0 && update.length <= 2 && name === null) return;
    Y.applyUpdate(target, update);
    versions.push({ update, at, name });
  };
  const skipped = Math.max(0, places.history.length - VERSIONS_MAX);
  for (const [index, place] of places.history.entries()) {
    const row = await rowAt(root, place);
    apply(source, bytesOf(row["payload"]));
    if (index >= skipped) cut(timeOf(row["ended_at"]), names.get(Number(row["through_id"])) ?? null);
  }
  for (const place of places.snapshots) apply(source, bytesOf((await rowAt(root, place))["state"]));
  await addUpdates(root, places.updates, source, names, cut);
  // Whatever the parts above did not end with: a snapshot without history, or a body without any part.
  if (versions.length === 0 || (places.updates.length === 0 && places.snapshots.length > 0))
    cut(updatedAt, null);
  return versions;
}

async function addUpdates(
  root: string,
  places: Place[],
  source: Y.Doc,
  names: ReadonlyMap<number, string>,
  cut: (at: string, name: string | null) => void,
): Promise<void> {
  let before: { at: string; id: number } | null = null;
  for (const place of places) {
    const row = await rowAt(root, place);
    const at = timeOf(row["at"]);
    const isLater = before !== null && Date.parse(at) - Date.parse(before.at) > PAUSE_MS;
    if (before !== null && (isLater || names.has(before.id))) cut(before.at, names.get(before.id) ?? null);
    apply(source, bytesOf(row["payload"]));
    before = { at, id: Number(row["id"]) };
  }
  if (before !== null) cut(before.at, names.get(before.id) ?? null);
}

/** What cannot be read is left out, as when the note was opened where it comes from. */
function apply(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdate(doc, update);
  } catch {
    // The rest of the note is worth having.
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The document with ids of what was imported along with it as they are here; only in attributes, never in the text. */
function withOurIds(doc: JSONContent, toOurs: (id: string) => string): JSONContent {
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const attrs of [node.attrs, ...(node.marks ?? []).map((mark) => mark.attrs)])
      for (const [key, value] of Object.entries(attrs ?? {}))
        if (typeof value === "string" && key !== "source" && value.length < 2000)
          (attrs as Record<string, unknown>)[key] = value.replaceAll(UUID, (id) => toOurs(id.toLowerCase()));
    for (const child of node.content ?? []) open.push(child);
  }
  return doc;
}
