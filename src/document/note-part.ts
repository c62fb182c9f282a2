import type { Node } from "@tiptap/pm/model";
import { schema } from "./schema.ts";

/** What an embed shows: the whole note, the block with an id, or a heading with what stands under it. */
export function partOf(doc: Node, anchor: unknown): Node[] {
  if (typeof anchor !== "string" || anchor === "") return [...doc.children];
  if (anchor.startsWith("^")) {
    let found: Node | null = null;
    doc.descendants((node) => {
      if (found === null && node.attrs.id === anchor.slice(1)) found = node;
      return found === null;
    });
    return found === null ? [] : [listed(found)];
  }
  const wanted = anchor.trim().toLowerCase();
  const blocks = [...doc.children];
  const from = blocks.findIndex(
    (node) => node.type.name === "heading" && node.textContent.trim().toLowerCase() === wanted,
  );
  if (from < 0) return [];
  const level = Number(blocks[from]?.attrs.level);
  const next = blocks.findIndex(
    (node, index) => index > from && node.type.name === "heading" && Number(node.attrs.level) <= level,
  );
  return blocks.slice(from, next < 0 ? undefined : next);
}

/** An item of a list stands in a list. */
function listed(node: Node): Node {
  if (node.type.name === "listItem") return schema.node("bulletList", null, node);
  return node.type.name === "taskItem" ? schema.node("taskList", null, node) : node;
}
