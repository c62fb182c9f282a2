import type { JSONContent } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";

const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();

export const isTitle = (words: string, title: string): boolean =>
  plain(title) !== "" && plain(words) === plain(title);

/** Whether a block is a heading that says the title of its note again. */
export const saysTitle = (block: Node | null | undefined, title: string): boolean =>
  block?.type.name === "heading" && isTitle(block.textContent, title);

/** What is shown below the title of a note: a first heading that only repeats it is left out. */
export function withoutTitle(doc: Node, title: string): Node {
  const at = doc.firstChild?.type.name === "rawBlock" ? 1 : 0;
  if (doc.childCount <= at + 1 || !saysTitle(doc.child(at), title)) return doc;
  return doc.copy(Fragment.from(doc.children.filter((_block, index) => index !== at)));
}

const wordsOf = ({ text, content = [] }: JSONContent): string => text ?? content.map(wordsOf).join("");

/** The same for a serialised document. */
export function jsonWithoutTitle(doc: JSONContent, title: string): JSONContent {
  const { content = [] } = doc;
  const at = content[0]?.type === "rawBlock" ? 1 : 0;
  const block = content[at];
  const isSaid = block?.type === "heading" && isTitle(wordsOf(block), title);
  return isSaid && content.length > at + 1
    ? { ...doc, content: content.filter((other) => other !== block) }
    : doc;
}

/** The same for the text of a note, whose first line the heading is. */
export function textWithoutTitle(text: string, title: string): string {
  const end = text.indexOf("\n");
  const first = end < 0 ? text : text.slice(0, end);
  return isTitle(first, title) ? text.slice(first.length).trimStart() : text;
}
