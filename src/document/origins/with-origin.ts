import { Fragment, type Mark, type Node } from "@tiptap/pm/model";
import type { TextOrigin } from "../marks/origin.ts";
import { mapTexts, originOfText, otherMarks } from "./origins.ts";

/**
 * Says of all text that has no origin yet how it came about; typed where there is none. @param before The body that it was made of:
 * paragraphs that stand in it word by word keep what is known of them, wherever they went.
 */
export function withOrigin(node: Node, origin: TextOrigin | undefined, before?: Node): Node {
  const known = new Map<string, Node>();
  before?.descendants((block) => {
    if (block.isTextblock && block.textContent !== "") known.set(block.textContent, block);
    return !block.isTextblock;
  });
  const told = withKnown(node, known);
  if (!origin) return told;
  const mark = node.type.schema.marks["origin"]!.create(origin);
  return mapTexts(told, (text, parent) => {
    if (known.has(parent.textContent) || originOfText(text) || !parent.type.allowsMarkType(mark.type))
      return text;
    return text.mark(mark.addToSet(text.marks));
  });
}

/** Blocks with the words of a known one get its origins, letter by letter. */
function withKnown(node: Node, known: ReadonlyMap<string, Node>): Node {
  if (node.isLeaf || known.size === 0) return node;
  if (!node.isTextblock)
    return node.copy(Fragment.from(node.children.map((child) => withKnown(child, known))));
  const from = known.get(node.textContent);
  if (!from || from === node) return node;
  const runs = from.children.flatMap((text) =>
    text.isText ? [{ end: text.nodeSize, mark: markOf(text) }] : [],
  );
  let at = 0;
  for (const run of runs) run.end = at += run.end;
  let letter = 0;
  const children = node.children.flatMap((child) => {
    if (!child.isText) return [child];
    const begin = letter;
    letter += child.nodeSize;
    return runs.flatMap(({ end, mark }, index) => {
      const start = Math.max(begin, runs[index - 1]?.end ?? 0);
      const stop = Math.min(letter, end);
      if (stop <= start) return [];
      const piece = child.cut(start - begin, stop - begin);
      const marks = otherMarks(piece.marks);
      return [piece.mark(mark && node.type.allowsMarkType(mark.type) ? mark.addToSet(marks) : marks)];
    });
  });
  return node.copy(Fragment.fromArray(children));
}

const markOf = (text: Node): Mark | undefined => text.marks.find(({ type }) => type.name === "origin");
