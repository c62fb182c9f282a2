import type { Node } from "@tiptap/pm/model";
import { Fragment } from "@tiptap/pm/model";
import { safeNoteId } from "./note-reference.ts";

/**
 * The document in which links to known notes have these names, by the notes' ids. What a link showed stays what it shows: where the
 * name is another than the title of today, that is its label.
 */
export function withLinkNames(node: Node, names: Readonly<Record<string, string>>): Node {
  if (node.type.name === "noteLink" || node.type.name === "noteEmbed") return renamed(node, names);
  if (node.isLeaf) return node;
  const children = node.children.map((child) => withLinkNames(child, names));
  return children.some((child, index) => child !== node.child(index))
    ? node.copy(Fragment.fromArray(children))
    : node;
}

function renamed(node: Node, names: Readonly<Record<string, string>>): Node {
  const noteId = safeNoteId(node.attrs.noteId);
  const name = noteId === null || !Object.hasOwn(names, noteId) ? undefined : names[noteId];
  if (name === undefined || name === "" || name === node.attrs.title) return node;
  return node.type.create({ ...node.attrs, title: name }, null, node.marks);
}
