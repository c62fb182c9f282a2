import { readFile, stat } from "node:fs/promises";
import { commentsAsHtml, takeBlockIds } from "./obsidian.ts";
import { picturesAsMarkdown } from "./formats/pictures-as-markdown.ts";
import { join, posix } from "node:path";
import type { JSONContent } from "@tiptap/core";
import { type Address, openMarkdown, type ParsedMarkdown } from "#document/markdown/parse.ts";
import { safeOwnFile } from "#document/html/safe-urls.ts";
import { originOf } from "#document/marks/origin.ts";
import { withOrigin } from "#document/origins/with-origin.ts";
import { repairDocument } from "#document/repair.ts";
import { seedUpdate } from "#document/yjs/yjs.ts";
import { NOTE_TITLE_MAX } from "#contract/notes.ts";
import { docAddresses } from "./doc-addresses.ts";
import { linkFile } from "./apply/link-file.ts";
import type { Named } from "./note-names.ts";
import { readMarkdown, UnreadableFile } from "./read-markdown.ts";
import { STAGED_NOTE, type StagedNote } from "./reading/stage.ts";
import { BECAME, type Problem } from "./report.ts";
import type { FileLimits } from "./validate-file.ts";
import { datesOf, type WrittenAt } from "./written-at.ts";

const TAGS_MAX = 100;
const TAG_MAX = 100;
const CATEGORY_MAX = 100;

/** One file to read. All in it can be sent to a thread. */
export type ParseTask = FileLimits & {
  userId: string;
  /** A real path. */
  root: string;
  /** What the ids of this import are made with, which the same one has again: see import-id.ts. */
  key: string;
  path: string;
  /** Attachments that turned out to be unusable, and why. */
  refused: Record<string, string>;
  /** What bare names stand for, of those that were asked for. */
  names: Record<string, Named>;
  /** What lies at another path than others name it by. */
  renamed?: Record<string, string>;
  /** What files of the tree are called already. It is there for a file whose pictures are fetched from beside it. */
  fileIds?: Record<string, string>;
  /** As there, words behind a number sign are tags, and a note is called what its file is. */
  isObsidian?: boolean;
};

/** A file as a note, ready to be stored. */
export type ParsedFile = {
  title: string;
  tags: string[];
  isFavorite: boolean;
  category: string;
  seed: Uint8Array;
  writtenAt: WrittenAt;
  /** Paths of images that have to be stored before the note. */
  images: string[];
  /** Links and images that lead to notes and files of this import. */
  links: number;
  problems: Problem[];
  /** What is shown in the text and isn't in the tree. */
  absent: Address[];
};
export type Answer =
  | { parsed: ParsedFile }
  /** What these bare names stand for has to be known first. */
  | { asks: string[] }
  | { unreadable: string }
  | { error: string };

export async function parseFile(task: ParseTask): Promise<Answer> {
  try {
    return STAGED_NOTE.test(task.path) ? await parseStaged(task) : await parseMarkdownFile(task);
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function parseMarkdownFile(task: ParseTask): Promise<Answer> {
  const full = join(task.root, task.path);
  const withPictures = task.fileIds ? picturesAsMarkdown : (text: string) => text;
  const forReading = task.isObsidian ? commentsAsHtml : withPictures;
  const markdown = openMarkdown(forReading(await readMarkdown(full)));
  const linked = await linkFile(task, markdown.addresses);
  if (linked.asks.length > 0) return { asks: linked.asks };
  const read = markdown.finish((address) => linked.replacements.get(address) ?? null);
  const head = headOf(read, task);
  const dates = datesOf(read.dates, (await stat(full)).mtimeMs, Date.now());
  const problems = [
    ...read.notes.map((note): Problem => ({ ...note, became: BECAME[note.kind] ?? BECAME["html"]! })),
    ...linked.problems,
    ...[...head.problems, ...dates.problems].map((kind): Problem => ({
      line: 1,
      kind,
      source: "front matter",
      became: BECAME[kind] ?? "",
    })),
  ].sort((a, b) => a.line - b.line);
  const { title, doc } = head;
  if (task.isObsidian) takeBlockIds(doc);
  const tags = task.isObsidian ? withInlineTags(head.tags, doc) : head.tags;
  const { images, links, absent } = linked;
  const { writtenAt } = dates;
  const own = { isFavorite: false, category: "general" };
  const seed = seedOf(doc, task);
  return { parsed: { title, tags, ...own, seed, writtenAt, images, links, problems, absent } };
}

/** The first change of a note, which says of its text what file it is from. */
function seedOf(doc: JSONContent, { path }: ParseTask): Uint8Array {
  const from = posix.basename(path).replace(/\.cairnnote$/, "");
  return seedUpdate(
    withOrigin(repairDocument(doc), originOf({ kind: "imported", from })).toJSON() as JSONContent,
  );
}

/** A note that a format was read into: its links and pictures find their ids here, as those of Markdown do. */
async function parseStaged(task: ParseTask): Promise<Answer> {
  const full = join(task.root, task.path);
  const staged = JSON.parse(await readFile(full, "utf8")) as StagedNote;
  // Cleaned first: what is no address of ours to be is none to look for.
  const doc = repairDocument(staged.doc).toJSON() as JSONContent;
  const places = docAddresses(doc).map((place) => ({
    place,
    address: { kind: place.kind, target: place.target, line: 1 },
  }));
  const linked = await linkFile(
    task,
    places.map(({ address }) => address),
  );
  if (linked.asks.length > 0) return { asks: linked.asks };
  for (const { place, address } of places) {
    const url = linked.replacements.get(address);
    if (url !== undefined) place.replace(url);
  }
  withFileBlocks(doc);
  const warned = staged.warnings.map((words): Problem => ({
    line: 1,
    kind: "format",
    source: "",
    became: words,
  }));
  const { created, updated } = staged;
  const dates = datesOf(
    { ...(created !== null && { created }), ...(updated !== null && { updated }) },
    (await stat(full)).mtimeMs,
    Date.now(),
  );
  const tags = [...new Set(staged.tags.map((tag) => cut(tag, TAG_MAX)).filter(Boolean))].slice(0, TAGS_MAX);
  const { images, links, absent } = linked;
  return {
    parsed: {
      title:
        cut(staged.title, NOTE_TITLE_MAX) ||
        posix.basename(task.path).replace(/(?:\.[^.]+)?\.cairnnote$/, ""),
      tags,
      isFavorite: staged.isFavorite ?? false,
      category: cut(staged.category ?? "", CATEGORY_MAX) || "general",
      seed: seedOf(doc, task),
      writtenAt: dates.writtenAt,
      images,
      links,
      absent,
      problems: [...linked.problems, ...warned],
    },
  };
}

/** A link to a file of ours that stands alone is the file, as in Markdown. */
function withFileBlocks(doc: JSONContent): void {
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (["doc", "blockquote", "callout", "toggle", "column"].includes(node.type ?? ""))
      node.content = (node.content ?? []).map((child) => fileOf(child) ?? child);
    for (const child of node.content ?? []) open.push(child);
  }
}

function fileOf({ type, content = [] }: JSONContent): JSONContent | null {
  const [only, ...others] = content;
  if (type !== "paragraph" || only?.type !== "text" || others.length > 0) return null;
  const url = safeOwnFile(only.marks?.find((mark) => mark.type === "link")?.attrs?.href);
  return url === null ? null : { type: "fileBlock", attrs: { url, name: only.text } };
}

/** Obsidian's tags in the text: a word behind a number sign that is no number. */
const INLINE_TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;

function withInlineTags(tags: string[], doc: JSONContent): string[] {
  const all = new Set(tags);
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "codeBlock" || node.type === "rawBlock") continue;
    const isCode = node.marks?.some((mark) => mark.type === "code" || mark.type === "link");
    if (node.text && !isCode)
      for (const [, tag = ""] of node.text.matchAll(INLINE_TAG)) all.add(cut(tag, TAG_MAX));
    for (const child of node.content ?? []) open.push(child);
  }
  return [...all].slice(0, TAGS_MAX);
}

/** Title and tags within their limits; where that cuts something off, the front matter stays in the note as it was. */
function headOf(read: ParsedMarkdown, { path, isObsidian = false }: ParseTask) {
  const heading = isObsidian ? "" : firstHeading(read.doc);
  const named = read.title?.trim() || heading || posix.basename(path).replace(/\.[^.]+$/, "");
  const title = cut(named, NOTE_TITLE_MAX);
  const tags = [...new Set(read.tags.slice(0, TAGS_MAX).map((tag) => cut(tag, TAG_MAX)))];
  const problems: string[] = [];
  if (read.title !== undefined && named.length > NOTE_TITLE_MAX) problems.push("title");
  if (read.tags.length > TAGS_MAX || read.tags.some((tag) => tag.length > TAG_MAX)) problems.push("tags");
  const doc =
    problems.length > 0 && read.frontMatter !== null ? withHead(read.doc, read.frontMatter) : read.doc;
  return { title, tags, doc, problems };
}

function withHead(doc: JSONContent, source: string): JSONContent {
  const [first, ...others] = doc.content ?? [];
  const isHead = first?.type === "rawBlock" && first.attrs?.format === "frontmatter";
  const head: JSONContent = { type: "rawBlock", attrs: { format: "frontmatter", source } };
  return { ...doc, content: [head, ...(first && !isHead ? [first] : []), ...others] };
}

const cut = (text: string, max: number) => text.replace(/\s+/g, " ").trim().slice(0, max).toWellFormed();

function firstHeading(doc: JSONContent): string {
  const heading = doc.content?.find((block) => block.type === "heading" && block.attrs?.level === 1);
  return (heading?.content ?? [])
    .map((node) => node.text ?? "")
    .join("")
    .trim();
}
