import { writtenKind } from "../nodes/callout-kinds.ts";
import type { Reading } from "./reading.ts";
import type { NodeOf, TreeNode } from "./tree.ts";

/** GitHub's alerts and Obsidian's callouts: `[!kind]`, a sign for folding, a title. */
const HEAD = /^\[!([a-z][\w-]{0,30})\]([+-]?)(?=[ \t]|$)[ \t]*/i;

export interface CalloutHead {
  attrs: Record<string, unknown>;
  /** The quote's children without the line that made it a callout. */
  children: TreeNode[];
}

/** What a quote says in its first line, when that makes it a callout. */
export function readCallout(node: NodeOf<"blockquote">, reading: Reading): CalloutHead | null {
  const [first, ...others] = node.children;
  const text = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || text?.type !== "text") return null;
  // Brackets that were escaped mean themselves.
  if (!reading.source.startsWith("[!", text.position?.start.offset)) return null;
  const lineEnd = text.value.indexOf("\n");
  const line = lineEnd < 0 ? text.value : text.value.slice(0, lineEnd);
  const head = HEAD.exec(line);
  if (head === null) return null;
  const after = first.children.slice(1);
  const isWholeLine = lineEnd >= 0 || after.length === 0;
  // A title with formatting is the first line of the text: titles are plain.
  const rest = isWholeLine ? (lineEnd < 0 ? "" : text.value.slice(lineEnd + 1)) : line.slice(head[0].length);
  const title = isWholeLine ? line.slice(head[0].length).trim() : "";
  if (rest === "" && after[0]?.type === "html" && !isWholeLine) return null;
  const attrs: Record<string, unknown> = { kind: writtenKind(head[1]) };
  if (title !== "") attrs.title = title;
  if (head[2]) attrs.fold = head[2] === "-" ? "closed" : "open";
  const inlines = [...(rest === "" ? [] : [{ ...text, value: rest }]), ...after];
  // A break that ends the first line is no break of the text; one on a line of its own is.
  if (lineEnd < 0 && rest === "" && after[0]?.type === "break") inlines.shift();
  if (inlines.length === 0) return { attrs, children: others };
  return {
    attrs,
    children: [{ ...first, children: inlines, position: belowHead(first, reading) }, ...others],
  };
}

/** Where the paragraph stands without its first line, for what is kept as it was written. */
function belowHead({ position }: NodeOf<"paragraph">, { source }: Reading): typeof position {
  const start = position?.start.offset;
  const lineEnd = source.indexOf("\n", start);
  if (!position || start === undefined || lineEnd < 0 || lineEnd > (position.end.offset ?? 0))
    return position;
  const skipped = /^[ \t>]*/.exec(source.slice(lineEnd + 1, position.end.offset))?.[0].length ?? 0;
  const line = position.start.line + 1;
  return { ...position, start: { line, column: skipped + 1, offset: lineEnd + 1 + skipped } };
}
