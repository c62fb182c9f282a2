import type { JSONContent } from "@tiptap/core";
import { cleanText } from "../clean-text.ts";
import { rawBlock, readBlocks } from "./blocks.ts";
import { resolveReferences } from "./definitions.ts";
import { readFrontMatter } from "./front-matter.ts";
import type { Unsupported } from "./reading.ts";
import { Reading } from "./reading.ts";
import type { Root } from "./tree.ts";
import { readTree } from "./tree.ts";

export type { Unsupported } from "./reading.ts";

export interface ParsedMarkdown {
  /** From the front matter only; a first heading is part of the body. */
  title?: string;
  tags: string[];
  /** All front matter to the letter with its fences, or null. The body keeps what is not title or tags. */
  frontMatter: string | null;
  doc: JSONContent;
  /** What was kept as source, in the order of the text. */
  notes: Unsupported[];
}

/** Reads Markdown (CommonMark, GFM, front matter, math) into a note. Never fails and never drops content. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  const source = cleanText(markdown)
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
  const tree = readTree(source);
  const reading = new Reading(source, resolveReferences(tree));
  const head = takeFrontMatter(tree, reading);
  const content = [...head.blocks, ...readBlocks(tree.children, reading, 0)];
  return {
    ...(head.title !== undefined && { title: head.title }),
    tags: head.tags,
    frontMatter: head.frontMatter,
    doc: { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] },
    notes: reading.notes,
  };
}

function takeFrontMatter(tree: Root, reading: Reading) {
  const [first] = tree.children;
  if (first?.type !== "yaml" && first?.type !== "toml") return { tags: [], frontMatter: null, blocks: [] };
  tree.children.shift();
  const fence = first.type === "yaml" ? "---" : "+++";
  const frontMatter = `${fence}\n${first.value === "" ? "" : `${first.value}\n`}${fence}`;
  const { title, tags, rest } =
    first.type === "yaml" ? readFrontMatter(first.value) : { title: undefined, tags: [], rest: frontMatter };
  if (rest !== null) reading.note("front-matter", first, rest);
  return { title, tags, frontMatter, blocks: rest === null ? [] : [rawBlock("frontmatter", rest)] };
}
