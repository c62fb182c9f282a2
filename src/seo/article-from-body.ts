import { linkOf } from "#document/links.ts";
import { writtenKind } from "#document/nodes/callout-kinds.ts";
import { referenceText, safeNoteId } from "#document/note-reference.ts";
import { rawFormat } from "#document/nodes/raw-format.ts";
import type { ArticleImage, ArticleLink, Block, BlockKind } from "./article.ts";

/** A node of a note as the API serialises it. */
export type BodyNode = {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type?: string; attrs?: Record<string, unknown> }[];
  content?: BodyNode[];
};

type Within = { id: string | null; kind: BlockKind };

const KINDS: Record<string, BlockKind> = {
  listItem: "item",
  taskItem: "item",
  blockquote: "quote",
  tableCell: "table",
  tableHeader: "table",
};
const LEAVES: Record<string, BlockKind> = {
  mathBlock: "formula",
  noteEmbed: "embed",
  fileBlock: "embed",
  video: "embed",
  rawBlock: "code",
};
const TEXT_BLOCKS = new Set(["paragraph", "heading", "codeBlock", "toggleSummary"]);

/** The blocks that search engines would see of a note's serialised body: no front matter, comments or callouts of the kind "private". */
export function blocksOf(body: BodyNode): Block[] {
  const blocks: Block[] = [];
  // A stack instead of recursion: the depth of what others wrote has no bound.
  const open = [{ node: body, within: { id: null, kind: "paragraph" } as Within }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, within } = next;
    if (isHidden(node)) continue;
    const type = node.type ?? "";
    const id = typeof node.attrs?.["id"] === "string" ? node.attrs["id"] : within.id;
    if (TEXT_BLOCKS.has(type) || LEAVES[type]) {
      const block = toBlock(node, { id, kind: within.kind });
      if (block.text.trim() !== "" || block.images.length > 0 || block.kind === "heading" || LEAVES[type])
        blocks.push(block);
      continue;
    }
    const inner = { id, kind: KINDS[type] ?? within.kind };
    for (const child of (node.content ?? []).toReversed()) open.push({ node: child, within: inner });
  }
  return blocks;
}

function isHidden({ type, attrs }: BodyNode): boolean {
  if (type === "callout") return writtenKind(attrs?.["kind"]).toLowerCase() === "private";
  return (
    type === "rawBlock" &&
    (rawFormat(attrs?.["format"]) === "frontmatter" || /^\s*<!--/.test(String(attrs?.["source"])))
  );
}

function toBlock(node: BodyNode, { id, kind }: Within): Block {
  const links: ArticleLink[] = [];
  const images: ArticleImage[] = [];
  let text = "";
  for (const child of node.content ?? []) {
    text += wordsOf(child);
    if (child.type === "image") images.push(imageOf(child));
    const link = linkIn(child);
    const last = links.at(-1);
    // Words of one link that differ in their looks are several nodes.
    if (link && last && last.href === link.href && text.endsWith(last.words + link.words))
      last.words += link.words;
    else if (link) links.push(link);
  }
  const own = LEAVES[node.type ?? ""];
  const reference = own ? referenceIn(node) : null;
  return {
    id,
    kind: own ?? (node.type === "heading" ? "heading" : node.type === "codeBlock" ? "code" : kind),
    level: node.type === "heading" ? Number(node.attrs?.["level"] ?? 1) : 0,
    text,
    links: reference ? [reference] : links,
    images,
  };
}

function wordsOf({ type, text, attrs }: BodyNode): string {
  if (type === "text") return text ?? "";
  if (type === "hardBreak") return "\n";
  return type === "noteLink" && attrs ? referenceText(attrs) : "";
}

const imageOf = ({ attrs }: BodyNode): ArticleImage => ({
  src: typeof attrs?.["src"] === "string" ? attrs["src"] : "",
  alt: typeof attrs?.["alt"] === "string" ? attrs["alt"] : "",
});

function linkIn(node: BodyNode): ArticleLink | null {
  if (node.type === "noteLink") return referenceIn(node);
  const mark = node.marks?.find(({ type }) => type === "link");
  const href = mark?.attrs?.["href"] ?? (node.type === "image" ? node.attrs?.["href"] : null);
  const link = href ? linkOf(href) : null;
  if (!link) return null;
  const kind = link.kind === "web" || link.kind === "note" || link.kind === "file" ? link.kind : "other";
  const words = node.type === "image" ? imageOf(node).alt : (node.text ?? "");
  return { words, href: String(href), kind, noteId: link.kind === "note" ? link.target : null };
}

function referenceIn({ type, attrs }: BodyNode): ArticleLink | null {
  if (!attrs || (type !== "noteLink" && type !== "noteEmbed")) return null;
  const noteId = safeNoteId(attrs["noteId"]);
  const title = typeof attrs["title"] === "string" ? attrs["title"] : "";
  return noteId === null
    ? { words: referenceText(attrs), href: title, kind: "title", noteId: null }
    : { words: referenceText(attrs), href: `/app/editor/${noteId}`, kind: "note", noteId };
}
