import type { JSONContent } from "@tiptap/core";
import type { ContentMatch, Mark, Node, NodeType } from "@tiptap/pm/model";
import { Fragment } from "@tiptap/pm/model";
import { cleanAttributes } from "./attributes.ts";
import { cleanText } from "./text/clean-text.ts";
import { BLOCK_DEPTH_MAX } from "./depth.ts";
import { schema } from "./schema.ts";

/**
 * The document that JSON from anywhere stands for: always valid, never an exception. Unknown nodes become raw
 * ones with their text, unknown marks are dropped, what is in the wrong place is wrapped or put into its text.
 */
export function repairDocument(json: unknown): Node {
  const root = asContent(json);
  const children = root.type === "doc" ? (root.content ?? []) : [root];
  return fit(schema.topNodeType, null, buildAll(children, schema.topNodeType, 1));
}

function asContent(json: unknown): JSONContent {
  if (typeof json !== "object" || json === null) return { type: "doc" };
  const { type, content } = json as JSONContent;
  return {
    ...json,
    type: typeof type === "string" ? type : "unknown",
    content: Array.isArray(content) ? content : [],
  };
}

function buildAll(children: unknown[], parent: NodeType, depth: number): Node[] {
  return children.flatMap((child) => build(child, parent, depth));
}

function build(json: unknown, parent: NodeType, depth: number): Node[] {
  if (typeof json !== "object" || json === null) return [];
  const content = asContent(json);
  if (content.type === "text") return textNode(content);
  const type = Object.hasOwn(schema.nodes, content.type ?? "") ? schema.nodes[content.type ?? ""] : undefined;
  if (type === undefined || type === schema.topNodeType || (depth > BLOCK_DEPTH_MAX && !type.isInline)) {
    const isInline = parent.inlineContent;
    return [schema.node(isInline ? "rawInline" : "rawBlock", unknownAsRaw(content).attrs)];
  }
  return [
    fit(type, cleanAttributes(type.name, content.attrs), buildAll(content.content ?? [], type, depth + 1)),
  ];
}

function textNode({ text, marks }: JSONContent): Node[] {
  const clean = typeof text === "string" ? cleanText(text) : "";
  return clean === "" ? [] : [schema.text(clean, knownMarks(marks))];
}

/** What a mark means nothing without. */
const NEEDED: Record<string, string | undefined> = { link: "href", comment: "thread", origin: "kind" };

function knownMarks(marks: unknown): readonly Mark[] {
  if (!Array.isArray(marks)) return [];
  const known = marks.flatMap((mark: { type?: unknown; attrs?: unknown } | null) => {
    const name = typeof mark?.type === "string" ? mark.type : "";
    if (!Object.hasOwn(schema.marks, name)) return [];
    const attrs = cleanAttributes(name, mark?.attrs);
    const needed = NEEDED[name];
    return needed !== undefined && attrs[needed] === null ? [] : [schema.mark(name, attrs)];
  });
  // One at a time, so that the schema can refuse doubled ones.
  return known.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []);
}

/** How a node is kept that this version of the schema does not know. */
export function unknownAsRaw(json: JSONContent): JSONContent {
  const text = textOf(json);
  return { type: "rawBlock", attrs: { format: "markdown", source: text === "" ? `[${json.type}]` : text } };
}

/** All text below a node; a loop, because what is too deep for the schema may be too deep for the stack. */
function textOf(json: JSONContent): string {
  const parts: string[] = [];
  const open: JSONContent[] = [json];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node.text === "string") parts.push(node.text);
    else if (typeof node.attrs?.source === "string") parts.push(node.attrs.source);
    const { content } = node;
    if (!Array.isArray(content)) continue;
    if (node.type !== json.type && content.some((child) => child?.type === "text")) parts.push("\n");
    for (let index = content.length - 1; index >= 0; index--)
      if (content[index]) open.push(content[index] as JSONContent);
  }
  return cleanText(parts.join("")).trim();
}

function fit(type: NodeType, attrs: Record<string, unknown> | null, children: Node[]): Node {
  if (type.isLeaf) return type.create(attrs);
  if (type.inlineContent)
    return type.create(
      attrs,
      children.flatMap((child) => fitInline(child, type)),
    );
  const placed = new Places(type.contentMatch);
  for (const child of inlineInParagraphs(children)) placed.put(child);
  return type.create(attrs, placed.finish());
}

function fitInline(child: Node, parent: NodeType): Node[] {
  const isAllowed = child.isInline && parent.contentMatch.matchType(child.type) !== null;
  if (isAllowed) return [child.mark(parent.allowedMarks(child.marks))];
  const text = child.attrs.source ?? (child.textContent || child.attrs.alt);
  if (typeof text === "string" && text !== "") return [schema.text(text)];
  return child.type.name === "hardBreak" ? [schema.text("\n")] : [];
}

function inlineInParagraphs(children: Node[]): Node[] {
  const result: Node[] = [];
  let line: Node[] = [];
  const endLine = () => {
    if (line.length > 0) result.push(schema.node("paragraph", null, line));
    line = [];
  };
  for (const child of children) {
    if (child.isInline) {
      line.push(child);
    } else {
      endLine();
      result.push(child);
    }
  }
  endLine();
  return result;
}

/** Puts blocks one after another into a parent, adding what its content rule asks for. */
class Places {
  private readonly placed: Node[] = [];
  private match: ContentMatch;

  constructor(match: ContentMatch) {
    this.match = match;
  }

  put(child: Node): void {
    if (this.take([child])) return;
    const filler = this.match.fillBefore(Fragment.from(child));
    if (filler !== null && this.take([...filler.content, child])) return;
    const wrapping = this.match.findWrapping(child.type);
    if (wrapping !== null) {
      const wrapped = wrapping.reduceRight((inner, type) => fit(type, null, [inner]), child);
      if (this.take([wrapped])) return;
    }
    if (child.type.name === "rawBlock" || child.type.name === "paragraph") return this.putText(child);
    this.put(schema.node("rawBlock", unknownAsRaw(child.toJSON() as JSONContent).attrs));
  }

  /** Where not even a raw block may stand, as between the rows of a table, its text stands in a paragraph. */
  private putText(child: Node): void {
    if (child.type.name === "paragraph") return;
    const source = String(child.attrs.source);
    this.put(schema.node("paragraph", null, source === "" ? [] : [schema.text(source)]));
  }

  finish(): Node[] {
    const filler = this.match.fillBefore(Fragment.empty, true);
    return filler === null ? this.placed : [...this.placed, ...filler.content];
  }

  private take(nodes: readonly Node[]): boolean {
    let match: ContentMatch | null = this.match;
    for (const node of nodes) match = match?.matchType(node.type) ?? null;
    if (match === null) return false;
    this.placed.push(...nodes);
    this.match = match;
    return true;
  }
}
