import type { Node } from "@tiptap/pm/model";
import { isBlockId } from "../block-id-attribute.ts";
import { withoutModels } from "../origins/of-models.ts";
import { mapTexts } from "../origins/origins.ts";
import { nodeNamed } from "../nodes.ts";
import { toText } from "./text.ts";

/** A block in which somebody says something. */
export interface Prose {
  /** Of the block, or of the nearest around it that has one. */
  blockId: string | null;
  text: string;
}

/** Code says nothing, a quote is what others said, and a checkbox is a task already. */
const LEFT_OUT = new Set(["codeBlock", "blockquote", "taskItem"]);

/** What people say in a note in their own words, a block at a time: without code, quotes, checkboxes and what models wrote. */
export function proseOf(doc: Node): Prose[] {
  const prose: Prose[] = [];
  // A stack instead of recursion: the depth of what others wrote has no bound.
  const open = withoutModels(doc)
    .children.toReversed()
    .map((node) => ({ node, blockId: null as string | null }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    if (LEFT_OUT.has(node.type.name) || nodeNamed(node.type.name)?.isNoExcerpt?.(node) === true) continue;
    const id: unknown = node.attrs.id;
    const blockId = isBlockId(id) ? id : next.blockId;
    if (node.isTextblock) {
      const text = toText(withoutCode(node)).trim();
      if (text !== "") prose.push({ blockId, text });
    } else for (const child of node.children.toReversed()) open.push({ node: child, blockId });
  }
  return prose;
}

const withoutCode = (node: Node): Node =>
  mapTexts(node, (text) => (text.marks.some(({ type }) => type.name === "code") ? null : text));
