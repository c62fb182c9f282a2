import type { Node } from "@tiptap/pm/model";
import { cleanText } from "./clean-text.ts";
import { safeLanguage } from "./nodes/code-block.ts";
import { rawFormat } from "./nodes/raw-block.ts";
import { isRemote, safeHref, safeImageSrc } from "./safe-urls.ts";

export interface HtmlOptions {
  /** An image of another host as a link (the default: loading it tells that host who reads) or as an image. */
  remoteImages?: "link" | "image";
}

type Attributes = Record<string, string | number | boolean | null | undefined>;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === null || value === undefined || value === false) return "";
    return value === true ? ` ${key}` : ` ${key}="${escape(String(value))}"`;
  });
  return `<${name}${written.join("")}>`;
}

const wrap = (name: string, attributes: Attributes, inner: string) =>
  `${tag(name, attributes)}${inner}</${name}>`;

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const whole = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : null);

/**
 * The note as HTML. The only place that makes HTML of a note, from a list of elements and attributes it knows:
 * whatever a note contains, there is no script, no style, no event and no raw HTML in the result.
 */
export function toHtml(node: Node, options: HtmlOptions = {}): string {
  return node.isText ? inline(node, options) : block(node, options);
}

function children(node: Node, options: HtmlOptions): string {
  return node.children
    .map((child) => (child.isInline ? inline(child, options) : block(child, options)))
    .join("");
}

function block(node: Node, options: HtmlOptions): string {
  const { attrs } = node;
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
      return wrap("table", {}, wrap("tbody", {}, children(node, options)));
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

const MARK_TAGS: Record<string, string> = { bold: "strong", italic: "em", strike: "s", code: "code" };

function inline(node: Node, options: HtmlOptions): string {
  const inner = node.isText ? escape(node.text ?? "") : inlineNode(node, options);
  // The first mark of the schema's order is the outermost.
  return node.marks.reduceRight((html, mark) => {
    if (mark.type.name === "link") return link(mark.attrs.href, mark.attrs.title, html);
    const name = MARK_TAGS[mark.type.name];
    return name === undefined ? html : wrap(name, {}, html);
  }, inner);
}

function inlineNode(node: Node, options: HtmlOptions): string {
  if (node.type.name === "hardBreak") return "<br>";
  if (node.type.name === "image") return image(node, options);
  return wrap("code", { "data-raw": rawFormat(node.attrs.format) }, escape(String(node.attrs.source ?? "")));
}

function link(target: unknown, title: unknown, inner: string): string {
  const href = safeHref(target);
  if (href === null) return inner;
  const leaves = /^(?:https?:|\/\/)/i.test(href);
  const away: Attributes = leaves ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  return wrap("a", { href, title: text(title), ...away }, inner);
}

function image({ attrs }: Node, options: HtmlOptions): string {
  const src = safeImageSrc(attrs.src);
  const alt = text(attrs.alt) ?? "";
  if (src === null) return link(attrs.href, attrs.hrefTitle, escape(alt));
  if (isRemote(src) && options.remoteImages !== "image")
    return link(attrs.href ?? src, attrs.title, escape(alt || src));
  const { width, height } = attrs;
  const element = tag("img", {
    src,
    alt,
    title: text(attrs.title),
    width: whole(width),
    height: whole(height),
  });
  return link(attrs.href, attrs.hrefTitle, element);
}
