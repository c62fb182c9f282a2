import type { JSONContent } from "@tiptap/core";
import { cleanText } from "../text/clean-text.ts";
import { type Address, findAddresses, replaceAddresses } from "./addresses.ts";
import { rawBlock, readBlocks } from "./blocks.ts";
import { resolveReferences } from "./definitions.ts";
import { type FrontMatterDates, readFrontMatter } from "./front-matter.ts";
import type { Unsupported } from "./reading.ts";
import { Reading } from "./reading.ts";
import type { Root } from "./tree.ts";
import { readTree } from "./tree.ts";

export type { Address } from "./addresses.ts";
export type { Unsupported } from "./reading.ts";

export interface ParsedMarkdown {
  /** From the front matter only; a first heading is part of the body. */
  title?: string;
  tags: string[];
  /** From the front matter, where they also stay. */
  dates: FrontMatterDates;
  /** All front matter to the letter with its fences, or null. The body keeps what is not title or tags. */
  frontMatter: string | null;
  doc: JSONContent;
  /** What was kept as source, in the order of the text. */
  notes: Unsupported[];
}

/** A text that has been read as far as its addresses, which a caller may want to replace before it becomes a note. */
export interface OpenMarkdown {
  /** In the order of the text. */
  addresses: Address[];
  /** To be called once. An address for which `replace` answers null stays as it is. */
  finish: (replace?: (address: Address) => string | null) => ParsedMarkdown;
}

/** Reads Markdown (CommonMark, GFM, front matter, math) into a note. Never fails and never drops content. */
export function parseMarkdown(markdown: string): ParsedMarkdown {
  return openMarkdown(markdown).finish();
}

/** The same in two steps, for text whose links and images lead to other files. */
export function openMarkdown(markdown: string): OpenMarkdown {
  const source = cleanText(markdown)
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n");
  const tree = readTree(source);
  const reading = new Reading(source, resolveReferences(tree));
  const places = findAddresses(tree);
  return {
    addresses: places.map(({ address }) => address),
    finish(replace) {
      if (replace) replaceAddresses(places, replace);
      const head = takeFrontMatter(tree, reading);
      const content = [...head.blocks, ...readBlocks(tree.children, reading, 0)];
      return {
        ...(head.title !== undefined && { title: head.title }),
        tags: head.tags,
        dates: head.dates,
        frontMatter: head.frontMatter,
        doc: { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] },
        notes: reading.notes,
      };
    },
  };
}

function takeFrontMatter(tree: Root, reading: Reading) {
  const [first] = tree.children;
  if (first?.type !== "yaml" && first?.type !== "toml")
    return { tags: [], dates: {}, frontMatter: null, blocks: [] };
  tree.children.shift();
  const fence = first.type === "yaml" ? "---" : "+++";
  const frontMatter = `${fence}\n${first.value === "" ? "" : `${first.value}\n`}${fence}`;
  const whole = {
    title: undefined,
    tags: [],
    dates: {},
    rest: frontMatter,
    odd: [{ line: 1, source: frontMatter }],
  };
  const { title, tags, dates, rest, odd } = first.type === "yaml" ? readFrontMatter(first.value) : whole;
  for (const { line, source } of odd) reading.noteLine("front-matter", line, source);
  return { title, tags, dates, frontMatter, blocks: rest === null ? [] : [rawBlock("frontmatter", rest)] };
}
