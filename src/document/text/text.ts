import type { Node } from "@tiptap/pm/model";
import { cleanText } from "./clean-text.ts";
import { calloutTitle } from "../nodes/callout.ts";
import { referenceText } from "../note-reference.ts";
import { withoutTags } from "./without-tags.ts";

/**
 * The text of a note as search and excerpts use it: a line a block, tabs between the cells of a row, the words
 * of HTML without its tags, and front matter last, because an excerpt should not begin with it.
 */
export function toText(node: Node): string {
  const writer = new TextWriter();
  writer.write(node);
  return cleanText(writer.finish());
}

/** A line between two parts, however it was written. */
const RULE = /^\s*(?:[-*_=~]\s*){3,}$/;

/** What lists show of a note: its words, without what is drawn from a source and what only describes a picture. */
export function toExcerpt(node: Node): string {
  const writer = new TextWriter((part) => {
    const { name } = part.type;
    if (name === "image" || name === "mathInline" || name === "mathBlock") return true;
    if (name === "codeBlock") return String(part.attrs.language ?? "").toLowerCase() === "mermaid";
    return part.attrs.format === "frontmatter" || part.attrs.format === "math";
  });
  writer.write(node);
  const lines = writer.finish().split("\n");
  return cleanText(lines.filter((line) => !RULE.test(line)).join("\n"));
}

type LeftOut = (node: Node) => boolean;

class TextWriter {
  private readonly lines: string[] = [];
  private readonly last: string[] = [];
  private readonly isLeftOut: LeftOut;

  constructor(isLeftOut: LeftOut = () => false) {
    this.isLeftOut = isLeftOut;
  }

  write(node: Node): void {
    if (this.isLeftOut(node)) return;
    if (node.isInline) this.lines.push(inlineText(node, this.isLeftOut));
    else if (node.type.name === "tableRow") this.lines.push(rowText(node, this.isLeftOut));
    else if (node.inlineContent) this.lines.push(lineText(node, this.isLeftOut));
    else if (node.type.name === "rawBlock") this.writeRaw(node);
    else if (node.isLeaf) this.lines.push(leafText(node));
    else if (node.type.name === "callout") this.writeCallout(node);
    else for (const child of node.children) this.write(child);
  }

  finish(): string {
    return [...this.lines, ...this.last].filter((line) => line !== "").join("\n");
  }

  private writeCallout(node: Node): void {
    this.lines.push(calloutTitle(node.attrs));
    for (const child of node.children) this.write(child);
  }

  private writeRaw(node: Node): void {
    const lines = node.attrs.format === "frontmatter" ? this.last : this.lines;
    lines.push(rawText(node));
  }
}

function rowText(row: Node, isLeftOut: LeftOut): string {
  return row.children
    .map((cell) =>
      cell.children
        .map((block) => lineText(block, isLeftOut))
        .join(" ")
        .replace(/[\t\n]/g, " "),
    )
    .join("\t");
}

function lineText(block: Node, isLeftOut: LeftOut): string {
  return block.children.map((node) => inlineText(node, isLeftOut)).join("");
}

function inlineText(node: Node, isLeftOut: LeftOut): string {
  if (isLeftOut(node)) return "";
  if (node.isText) return node.text ?? "";
  if (node.type.name === "hardBreak") return "\n";
  if (node.type.name === "image") return String(node.attrs.alt ?? "");
  return leafText(node);
}

/** What a leaf says in words; nothing for a line between two parts. */
function leafText(node: Node): string {
  switch (node.type.name) {
    case "noteLink":
    case "noteEmbed":
      return referenceText(node.attrs);
    case "fileBlock":
    case "video":
      return String(node.attrs.name ?? "");
    default:
      return rawText(node);
  }
}

function rawText({ attrs }: Node): string {
  const source = String(attrs.source ?? "");
  return attrs.format === "html" ? withoutTags(source) : source;
}
