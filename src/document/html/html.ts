import type { Node } from "@tiptap/pm/model";
import { calloutTitle, writtenKind } from "../nodes/callout.ts";
import { shownKind } from "../nodes/callout-kinds.ts";
import { safeLanguage } from "../nodes/code-block.ts";
import { type Attributes, escape, tag, wrap } from "./html-elements.ts";
import { rawFormat } from "../nodes/raw-block.ts";
import { safeThread } from "../marks/comment.ts";
import { notePath, referenceText, safeNoteId } from "../note-reference.ts";
import { isRemote, safeHref, safeImageSrc, safeOwnFile } from "./safe-urls.ts";

export interface HtmlOptions {
  /** An image of another host as a link (the default: loading it tells that host who reads) or as an image. */
  remoteImages?: "link" | "image";
  /** Whether text says which threads of comments it has; what is published must not. */
  hasComments?: boolean;
  /** Another form of an element, in escaped HTML; undefined leaves it its usual one. */
  replace?: (node: Node) => string | undefined;
  /** Where a safe address leads from where the HTML is read; null makes plain text of the link. */
  reach?: (address: string) => string | null;
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const whole = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : null);

/**
 * The note as HTML. The only place that makes HTML of a note, from a list of elements and attributes it knows:
 * whatever a note contains, there is no script, no style, no event and no raw HTML in the result.
 */
export function toHtml(node: Node, options: HtmlOptions = {}): string {
  return node.isText ? inline(node, options) : block(node, options);
}

const reached = (address: string | null, { reach }: HtmlOptions) =>
  address === null || reach === undefined ? address : reach(address);

function children(node: Node, options: HtmlOptions): string {
  return node.children
    .map((child) => (child.isInline ? inline(child, options) : block(child, options)))
    .join("");
}

function block(node: Node, options: HtmlOptions): string {
  const { attrs } = node;
  const other = options.replace?.(node);
  if (other !== undefined) return other;
  switch (node.type.name) {
    case "doc":
      return children(node, options);
    case "paragraph":
      return wrap("p", {}, children(node, options));
    case "heading":
      return wrap(
        `h${[1, 2, 3, 4, 5, 6].find((level) => level === attrs.level) ?? 1}`,
        {},
        children(node, options),
      );
    case "blockquote":
      return wrap("blockquote", {}, children(node, options));
    case "horizontalRule":
      return "<hr>";
    case "codeBlock":
      return code(node);
    case "bulletList":
      return wrap("ul", {}, children(node, options));
    case "orderedList":
      return wrap("ol", orderedAttributes(node), children(node, options));
    case "taskList":
      return wrap("ul", { "data-type": "taskList" }, children(node, options));
    case "listItem":
      return wrap("li", {}, itemContent(node, options));
    case "taskItem":
      return task(node, options);
    case "table":
      return table(node, options);
    case "callout":
      return callout(node, options);
    case "toggle":
      return wrap("details", { open: attrs.isOpen === true }, children(node, options));
    case "toggleSummary":
      return wrap("summary", {}, children(node, options));
    case "columns":
    case "column":
      return wrap("div", { class: node.type.name }, children(node, options));
    case "mathBlock":
      return wrap("pre", { "data-math": true }, escape(String(attrs.source ?? "")));
    case "fileBlock":
      return wrap("p", {}, fileLink(attrs, options));
    case "video":
      return video(attrs, options);
    case "noteEmbed":
      return wrap("p", { "data-note-embed": true }, noteLink(attrs));
    case "tableRow":
      return wrap("tr", {}, children(node, options));
    case "tableHeader":
      return wrap("th", cellAttributes(node), children(node, options));
    case "tableCell":
      return wrap("td", cellAttributes(node), children(node, options));
    default:
      return wrap(
        "pre",
        { "data-raw": rawFormat(attrs.format) },
        escape(String(attrs.source ?? node.textContent)),
      );
  }
}

function code(node: Node): string {
  const language = safeLanguage(node.attrs.language);
  const inner = wrap(
    "code",
    { class: language === null ? null : `language-${language}` },
    escape(node.textContent),
  );
  return wrap("pre", {}, inner);
}

/** What stands above the columns is told apart: it is said again where a printed page begins within the table. */
function table(node: Node, options: HtmlOptions): string {
  const [first, ...others] = node.children;
  const rows = (of: readonly Node[]) => of.map((row) => block(row, options)).join("");
  const isHead =
    first !== undefined && others.length > 0 && first.childCount > 0 && first.children.every(isHeadCell);
  const head = isHead ? wrap("thead", {}, rows([first])) : "";
  return wrap("table", {}, head + wrap("tbody", {}, rows(isHead ? others : node.children)));
}

/** One that reaches into the rows below cannot stand apart from them. */
const isHeadCell = ({ type, attrs }: Node): boolean =>
  type.name === "tableHeader" && (whole(attrs.rowspan) ?? 1) === 1;

function orderedAttributes({ attrs }: Node): Attributes {
  const start =
    Number.isInteger(attrs.start) && attrs.start >= 0 && attrs.start !== 1 ? Number(attrs.start) : null;
  return { start, type: ["a", "A", "i", "I"].find((type) => type === attrs.type) };
}

/** An item that begins with something other than text has an empty first line, which only the editor needs. */
function itemContent(node: Node, options: HtmlOptions): string {
  const [first, ...others] = node.children;
  const isEmptyLine = first?.type.name === "paragraph" && first.childCount === 0 && others.length > 0;
  return (isEmptyLine ? others : node.children).map((child) => block(child, options)).join("");
}

function task(node: Node, options: HtmlOptions): string {
  const checked = node.attrs.checked === true;
  const box = wrap("label", {}, tag("input", { type: "checkbox", disabled: true, checked }));
  const content = wrap("div", {}, itemContent(node, options));
  return wrap("li", { "data-type": "taskItem", "data-checked": String(checked) }, box + content);
}

function cellAttributes({ attrs }: Node): Attributes {
  const span = (value: unknown) => (value === 1 ? null : whole(value));
  const align = ["left", "center", "right"].find((side) => side === attrs.align);
  // The old attribute instead of a style, which our content security policy forbids.
  return { colspan: span(attrs.colspan), rowspan: span(attrs.rowspan), align };
}

function callout(node: Node, options: HtmlOptions): string {
  const title = wrap(
    "p",
    { "data-callout-label": true },
    wrap("strong", {}, escape(calloutTitle(node.attrs))),
  );
  const attributes: Attributes = {
    role: "note",
    "data-callout": writtenKind(node.attrs.kind),
    "data-kind": shownKind(node.attrs.kind),
    "data-callout-title": text(node.attrs.title),
    "data-fold": ["open", "closed"].find((fold) => fold === node.attrs.fold),
  };
  return wrap("div", attributes, title + children(node, options));
}

function fileLink(attrs: Attributes, options: HtmlOptions): string {
  const href = reached(safeOwnFile(attrs.url), options);
  const name = text(attrs.name) ?? "File";
  const size = Number.isInteger(attrs.size) ? Number(attrs.size) : null;
  if (href === null) return escape(name);
  return wrap(
    "a",
    { "data-file": true, "data-name": text(attrs.name), "data-size": size, href },
    escape(name),
  );
}

function video(attrs: Attributes, options: HtmlOptions): string {
  const src = reached(safeOwnFile(attrs.url), options);
  const name = text(attrs.name);
  if (src === null) return wrap("p", {}, escape(name ?? "Video"));
  return wrap("video", { "data-name": name, src, controls: true, preload: "metadata" }, "");
}

function noteLink(attrs: Attributes): string {
  const noteId = safeNoteId(attrs.noteId);
  const shown = escape(referenceText(attrs));
  const kept: Attributes = {
    "data-note-link": true,
    "data-note-id": noteId,
    "data-note-title": text(attrs.title),
    "data-note-anchor": text(attrs.anchor),
    "data-note-label": text(attrs.label),
  };
  return wrap("a", { ...kept, href: noteId === null ? null : notePath(noteId, attrs.anchor) }, shown);
}

const MARK_TAGS: Record<string, string> = {
  bold: "strong",
  italic: "em",
  strike: "s",
  code: "code",
  highlight: "mark",
};

function inline(node: Node, options: HtmlOptions): string {
  const inner = node.isText ? escape(node.text ?? "") : inlineNode(node, options);
  // The first mark of the schema's order is the outermost.
  return node.marks.reduceRight((html, mark) => {
    if (mark.type.name === "link") return link(mark.attrs.href, mark.attrs.title, html, options);
    if (mark.type.name === "comment" && options.hasComments === true)
      return wrap("span", { "data-comment": safeThread(mark.attrs.thread) }, html);
    const name = MARK_TAGS[mark.type.name];
    return name === undefined ? html : wrap(name, {}, html);
  }, inner);
}

function inlineNode(node: Node, options: HtmlOptions): string {
  const other = options.replace?.(node);
  if (other !== undefined) return other;
  if (node.type.name === "hardBreak") return "<br>";
  if (node.type.name === "image") return image(node, options);
  if (node.type.name === "noteLink") return noteLink(node.attrs);
  if (node.type.name === "mathInline")
    return wrap("code", { "data-math": true }, escape(String(node.attrs.source ?? "")));
  return wrap("code", { "data-raw": rawFormat(node.attrs.format) }, escape(String(node.attrs.source ?? "")));
}

function link(target: unknown, title: unknown, inner: string, options: HtmlOptions): string {
  const href = reached(safeHref(target), options);
  if (href === null) return inner;
  const leaves = /^(?:https?:|\/\/)/i.test(href);
  const away: Attributes = leaves ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  return wrap("a", { href, title: text(title), ...away }, inner);
}

/** Its own size, or the width somebody gave it with the height that goes with it. */
function shownSize(attrs: Attributes): { width: number | null; height: number | null } {
  const [width, height, shown] = [whole(attrs.width), whole(attrs.height), whole(attrs.shownWidth)];
  if (shown === null) return { width, height };
  return { width: shown, height: width && height ? Math.max(1, Math.round((height * shown) / width)) : null };
}

function image({ attrs }: Node, options: HtmlOptions): string {
  const src = safeImageSrc(attrs.src);
  const alt = text(attrs.alt) ?? "";
  if (src === null) return link(attrs.href, attrs.hrefTitle, escape(alt), options);
  if (isRemote(src) && options.remoteImages !== "image")
    return link(attrs.href ?? src, attrs.title, escape(alt || src), options);
  const shown = reached(src, options);
  if (shown === null) return escape(alt);
  const { width, height } = shownSize(attrs);
  const element = tag("img", {
    src: shown,
    alt,
    title: text(attrs.title),
    width,
    height,
    "data-shown-width": whole(attrs.shownWidth),
  });
  return link(attrs.href, attrs.hrefTitle, element, options);
}
