import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import * as Y from "yjs";
import type { CreateId } from "../block-id.ts";
import { readDoc, replaceUpdate, seedUpdate } from "../yjs/yjs.ts";

/** The second body with the ids that its blocks have in the first; what is new has its own. */
export function rewritten(before: Node, after: Node, createId: CreateId): Node {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedUpdate(before.toJSON() as JSONContent, createId));
  Y.applyUpdate(doc, replaceUpdate(doc, after.toJSON() as JSONContent, createId));
  return readDoc(doc);
}
