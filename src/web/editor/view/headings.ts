import type { Node } from "@tiptap/pm/model";

export type Heading = { pos: number; level: number; text: string };

/** The headings of a note in their order. Costs what its blocks cost to count, so it is asked for after a pause only. */
export function headingsOf(doc: Node): Heading[] {
  const headings: Heading[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === "heading")
      headings.push({ pos, level: Number(node.attrs["level"]) || 1, text: node.textContent.trim() });
    return !node.isTextblock && !node.type.spec["tableRole"];
  });
  return headings;
}
