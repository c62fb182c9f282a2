import { Fragment, type Mark, type Node } from "@tiptap/pm/model";
import type { TextOrigin } from "../marks/origin.ts";

const NAME = "origin";

/** How a text came about; null for what was typed. */
export function originOfText(node: Pick<Node, "marks">): TextOrigin | null {
  const mark = node.marks.find(({ type }) => type.name === NAME);
  return mark ? (mark.attrs as TextOrigin) : null;
}

export const otherMarks = (marks: readonly Mark[]): Mark[] => marks.filter(({ type }) => type.name !== NAME);

/** The texts of a node, one by one; what stays as it is, is the same node. */
export function mapTexts(node: Node, change: (text: Node, parent: Node) => Node | null): Node {
  if (node.isLeaf) return node;
  let isSame = true;
  const children = node.children.flatMap((child) => {
    const now = child.isText ? change(child, node) : mapTexts(child, change);
    if (now !== child) isSame = false;
    return now ?? [];
  });
  // From a list, so that texts which became alike are one again.
  return isSame ? node : node.copy(Fragment.fromArray(children));
}

/** The same without a word of where its text came from: what is written, compared and shown to others. */
export const withoutOrigins = (node: Node): Node =>
  mapTexts(node, (text) => (originOfText(text) ? text.mark(otherMarks(text.marks)) : text));
