import type { Node } from "@tiptap/pm/model";
import { cleanText } from "./clean-text.ts";
import { nodeNamed } from "../nodes.ts";

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
  const writer = new TextWriter((part) => nodeNamed(part.type.name)?.isNoExcerpt?.(part) === true);
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
    else this.writeOthers(node);
  }

  finish(): string {
    return [...this.lines, ...this.last].filter((line) => line !== "").join("\n");
  }

  private writeOthers(node: Node): void {
    const lines = node.attrs.format === "frontmatter" ? this.last : this.lines;
    lines.push(ownText(node));
    for (const child of node.children) this.write(child);
  }
}

/** What a leaf says in words, or a line above what is in a block; nothing for a line between two parts. */
const ownText = (node: Node): string => nodeNamed(node.type.name)?.text?.(node) ?? "";

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
  return ownText(node);
}
