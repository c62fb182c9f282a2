import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import * as Y from "yjs";
import type { CreateId } from "../block-id.ts";
import { assignIds, createBlockId } from "../block-id.ts";
import { repairDocument } from "../repair.ts";
import { FRAGMENT } from "../schema-version.ts";
import { replaceChildren } from "./yjs-difference.ts";
import { fromYjs, toYjs } from "./yjs-nodes.ts";

/**
 * The first update of a new note. Made once, by the server (or by the client that created the note offline):
 * two seeds of one note would both stay in it.
 */
export function seedUpdate(docJson: JSONContent, createId: CreateId = createBlockId): Uint8Array {
  return seedNote(docJson, createId).update;
}

/** The same with the document that the update makes, for who would otherwise decode it again. */
export function seedNote(
  docJson: JSONContent,
  createId: CreateId = createBlockId,
): { doc: Node; update: Uint8Array } {
  const doc = repairDocument(assignIds(repairDocument(docJson).toJSON() as JSONContent, createId));
  const ydoc = new Y.Doc();
  ydoc.getXmlFragment(FRAGMENT).insert(0, toYjs(doc.children));
  return { doc, update: Y.encodeStateAsUpdate(ydoc) };
}

/** What a note contains, read on a clone: the given document is not touched, not even by naming its fragment. */
export function readDoc(ydoc: Y.Doc): Node {
  return readState(Y.encodeStateAsUpdate(ydoc));
}

/** The same from an encoded state (a snapshot, or updates merged into one). */
export function readState(state: Uint8Array): Node {
  return repairDocument(fromYjs(fragmentOf(state)));
}

function fragmentOf(state: Uint8Array): Y.XmlFragment {
  const clone = new Y.Doc();
  Y.applyUpdate(clone, state);
  return clone.getXmlFragment(FRAGMENT);
}

/**
 * The update that makes a note's body the given document and touches nothing that stays: blocks are matched by
 * id and by content, and within a block only the words that differ change, so that edits made meanwhile merge.
 * The given document is not touched. Where nothing differs the update is an empty one.
 */
export function replaceUpdate(
  ydoc: Y.Doc,
  docJson: JSONContent,
  createId: CreateId = createBlockId,
): Uint8Array {
  const target = repairDocument(docJson);
  const fragment = fragmentOf(Y.encodeStateAsUpdate(ydoc));
  const updates: Uint8Array[] = [];
  fragment.doc?.on("update", (update: Uint8Array) => updates.push(update));
  fragment.doc?.transact(() => replaceChildren(fragment, target, createId));
  return updates.length === 0 ? Y.encodeStateAsUpdate(new Y.Doc()) : Y.mergeUpdates(updates);
}
