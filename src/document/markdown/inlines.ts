import type { JSONContent } from "@tiptap/core";
import { safeHref, storableImageSrc } from "../html/safe-urls.ts";
import type { NoteReference } from "../note-reference.ts";
import type { Reading } from "./reading.ts";
import type { NodeOf, Phrasing } from "./tree.ts";
import { formulaSource, writeInline } from "./tree.ts";

/** Deeper emphasis within emphasis than this is kept as source. */
const INLINE_DEPTH_MAX = 50;
const LINE_BREAK = /^<br\s*\/?>$/i;

type Mark = NonNullable<JSONContent["marks"]>[number];

/** Always in the order of the schema, so that equal texts have equal JSON. */
const MARK_ORDER = ["link", "bold", "italic", "strike", "code", "highlight"];

function withMark(marks: Mark[], mark: Mark): Mark[] {
  if (marks.some((other) => other.type === mark.type)) return marks;
  return [...marks, mark].sort((a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type));
}

const rawInline = (format: string, source: string): JSONContent => ({
  type: "rawInline",
  attrs: { format, source },
});

/** The inline content of a cell; white space at its edges is the table's padding. */
export function readCell(children: Phrasing[], reading: Reading): JSONContent[] {
  const edge = (): JSONContent => ({ type: "hardBreak" });
  return tidy([edge(), ...readInlines(children, reading), edge()]).slice(1, -1);
}

/** The inline content of a paragraph or heading. */
export function readInlines(children: Phrasing[], reading: Reading): JSONContent[] {
  return tidy(convertAll(children, [], reading, 0));
}

function convertAll(children: Phrasing[], marks: Mark[], reading: Reading, depth: number): JSONContent[] {
  return children.flatMap((child) => convert(child, marks, reading, depth));
}

function convert(node: Phrasing, marks: Mark[], reading: Reading, depth: number): JSONContent[] {
  switch (node.type) {
    case "text":
      return text(node.value, marks);
    case "inlineCode":
      return text(node.value, withMark(marks, { type: "code" }));
    case "break":
      return [{ type: "hardBreak" }];
    case "html":
      return html(node, reading);
    case "image":
      return image(node, marks, reading);
    case "link":
      return link(node, marks, reading, depth);
    case "strong":
      return marked(node, "bold", marks, reading, depth);
    case "emphasis":
      return marked(node, "italic", marks, reading, depth);
    case "delete":
      return marked(node, "strike", marks, reading, depth);
    case "highlight":
      return marked(node, "highlight", marks, reading, depth);
    case "wikiLink":
      return wikiLink(node);
    case "inlineMath":
      return formula(node);
    case "footnoteReference":
      return keep(node, "markdown", "footnote", reading);
    default:
      return keep(node, "markdown", node.type, reading);
  }
}

/** Line ends within a paragraph are spaces; where lines break is the reader's window's business. */
function text(value: string, marks: Mark[]): JSONContent[] {
  if (value === "") return [];
  const node: JSONContent = { type: "text", text: value.replaceAll("\n", " ") };
  if (marks.length > 0) node.marks = marks;
  return [node];
}

function keep(node: Phrasing, format: string, kind: string, reading: Reading): JSONContent[] {
  const source = reading.canonical(node, () => writeInline(node)).replaceAll("\n", " ");
  reading.note(kind, node, source);
  return [rawInline(format, source)];
}

/** As written, spaces and all: the number of dollars decides what may stand between them. */
function formula(node: NodeOf<"inlineMath">): JSONContent[] {
  const written = formulaSource(node).replaceAll("\n", " ");
  const dollars = /^\$+/.exec(written)?.[0].length ?? 1;
  const source = written.slice(dollars, -dollars);
  // Dollars around nothing are dollars.
  if (source.trim() === "") return [{ type: "text", text: written }];
  const attrs: Record<string, unknown> = { source };
  if (dollars > 1) attrs.dollars = dollars;
  return [{ type: "mathInline", attrs }];
}

/** A note cannot be shown within a line: an embed there becomes a link, and stays as written while it names no note. */
function wikiLink({ isEmbed, reference, value, noteId }: NodeOf<"wikiLink">): JSONContent[] {
  if (isEmbed && noteId === undefined) return [rawInline("markdown", value)];
  return [{ type: "noteLink", attrs: referenceAttributes(reference, noteId) }];
}

/** The attributes of a link to a note or of an embed, without those that say nothing. */
export function referenceAttributes(reference: NoteReference, noteId: string | undefined) {
  const named = Object.entries({ ...reference, noteId }).filter(([, value]) => value);
  return Object.fromEntries(named);
}

function html(node: NodeOf<"html">, reading: Reading): JSONContent[] {
  if (LINE_BREAK.test(node.value)) return [{ type: "hardBreak" }];
  reading.note("inline-html", node, node.value);
  // On one line: at the beginning of a line a part of a tag or comment could be read as a block.
  return [rawInline("html", node.value.replace(/[ \t]*\n[ \t]*/g, " "))];
}

function image(node: NodeOf<"image">, marks: Mark[], reading: Reading): JSONContent[] {
  const src = storableImageSrc(node.url);
  if (src === null) return keep(node, "markdown", "image", reading);
  const attrs: Record<string, unknown> = { src };
  const alt = node.alt?.replaceAll("\n", " ") ?? "";
  // Obsidian's way of saying how wide an image is shown.
  const shown = /^([^]*)\|([1-9]\d{1,4})(?:x\d{1,5})?$/.exec(alt);
  if (shown) attrs.shownWidth = Number(shown[2]);
  if (shown?.[1] ?? alt) attrs.alt = shown?.[1] ?? alt;
  if (node.title) attrs.title = node.title;
  const target = marks.find((mark) => mark.type === "link")?.attrs;
  if (target) {
    attrs.href = target.href;
    if (target.title) attrs.hrefTitle = target.title;
  }
  return [{ type: "image", attrs }];
}

function marked(
  node: NodeOf<"strong" | "emphasis" | "delete" | "highlight">,
  type: string,
  marks: Mark[],
  reading: Reading,
  depth: number,
): JSONContent[] {
  if (depth >= INLINE_DEPTH_MAX) return tooDeep(node, reading);
  const content = convertAll(node.children, withMark(marks, { type }), reading, depth + 1);
  // Only text carries marks: emphasis around nothing but a tag would vanish.
  const isCarried = content.some((child) => CARRYING.has(child.type ?? "")) && !startsBlock(content[0]);
  return isCarried ? content : keep(node, "markdown", "emphasis", reading);
}

/** What may stand alone within emphasis; a link to a note is worth more than its slant. */
const CARRYING = new Set(["text", "image", "noteLink"]);

/** Tags that make a block of HTML at the beginning of any line, even within a paragraph (CommonMark's kinds 1 to 6). */
const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|" +
  "tfoot|th|thead|title|tr|track|ul";
const STARTS_BLOCK = new RegExp(`^<(?:[!?]|/?(?:${BLOCK_TAGS})(?=[\\s/>]|$))`, "i");

function startsBlock(first: JSONContent | undefined): boolean {
  return first?.type === "rawInline" && !isInlineHtml(first);
}

/** True for source that begins with any other tag, which cannot end a paragraph. */
export function isInlineHtml(raw: JSONContent): boolean {
  return isHtml(raw) && !STARTS_BLOCK.test(String(raw.attrs?.source));
}

function link(node: NodeOf<"link">, marks: Mark[], reading: Reading, depth: number): JSONContent[] {
  if (depth >= INLINE_DEPTH_MAX) return tooDeep(node, reading);
  const href = safeHref(node.url);
  if (href === null) return keep(node, "markdown", "link", reading);
  const attrs: Record<string, unknown> = { href };
  if (node.title) attrs.title = node.title;
  const noted = reading.notes.length;
  const content = convertAll(node.children, withMark(marks, { type: "link", attrs }), reading, depth + 1);
  const carries = (child: JSONContent | undefined) => child?.type === "text" || child?.type === "image";
  // A tag cannot carry the link, so a link that begins or ends with one is kept whole.
  if (carries(content[0]) && carries(content.at(-1))) return content;
  reading.notes.length = noted;
  return keep(node, "markdown", "link", reading);
}

function tooDeep(node: Phrasing, reading: Reading): JSONContent[] {
  const source = reading.slice(node).replaceAll("\n", " ");
  reading.note("nesting", node, source);
  return [rawInline("markdown", source)];
}

const sameMarks = (a: JSONContent, b: JSONContent) =>
  JSON.stringify(a.marks ?? []) === JSON.stringify(b.marks ?? []);

/** Joins what belongs together and drops the white space around line breaks, which no reader sees. */
function tidy(nodes: JSONContent[]): JSONContent[] {
  const tidied: JSONContent[] = [];
  for (const node of nodes) {
    const last = tidied.at(-1);
    if (node.type === "text") {
      if (last?.type === "hardBreak") node.text = node.text?.replace(/^[ \t]+/, "");
      if (!node.text) continue;
      if (last?.type === "text" && sameMarks(last, node)) {
        last.text = (last.text ?? "") + node.text;
        continue;
      }
    } else if (node.type === "hardBreak") {
      trimBefore(tidied);
    } else if (node.type === "rawInline" && last?.type === "rawInline" && isHtml(node) && isHtml(last)) {
      last.attrs = { ...last.attrs, source: String(last.attrs?.source) + String(node.attrs?.source) };
      continue;
    }
    tidied.push(node);
  }
  return tidied;
}

const isHtml = (node: JSONContent) => node.attrs?.format === "html";

function trimBefore(nodes: JSONContent[]): void {
  for (let last = nodes.at(-1); last?.type === "text"; last = nodes.at(-1)) {
    last.text = last.text?.replace(/[ \t]+$/, "");
    if (last.text) return;
    nodes.pop();
  }
}
