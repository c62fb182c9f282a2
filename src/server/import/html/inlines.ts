import type { JSONContent } from "@tiptap/core";
import {
  attribute,
  formulaOf,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  isElement,
  oneLine,
  styleOf,
  textOf,
  UNSEEN,
} from "./element.ts";
import type { Line } from "./line.ts";
import type { HtmlReading } from "./reading.ts";

export type Marks = NonNullable<JSONContent["marks"]>;

const MARKS: Record<string, string> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  cite: "italic",
  dfn: "italic",
  var: "italic",
  s: "strike",
  del: "strike",
  strike: "strike",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
  mark: "highlight",
};

const withMark = (marks: Marks, type: string, attrs?: Record<string, unknown>): Marks =>
  marks.some((mark) => mark.type === type) ? marks : [...marks, attrs ? { type, attrs } : { type }];

/** The marks an element gives its text, by what it is and by how it is styled. */
export function marksOf(element: HtmlElement, marks: Marks): Marks {
  let all = marks;
  const own = MARKS[element.tagName];
  const weight = styleOf(element, "font-weight");
  // Google Docs wraps whole documents into a <b> that says it is none.
  if (own && !(own === "bold" && /^(normal|400)$/.test(weight))) all = withMark(all, own);
  if (/^(bold|bolder|[6-9]00)$/.test(weight)) all = withMark(all, "bold");
  if (styleOf(element, "font-style") === "italic") all = withMark(all, "italic");
  if (/line-through/.test(styleOf(element, "text-decoration"))) all = withMark(all, "strike");
  if (
    styleOf(element, "--en-highlight") ||
    styleOf(element, "-evernote-highlight") === "true" ||
    hasClass(element, "highlight-yellow_background")
  )
    all = withMark(all, "highlight");
  const href = element.tagName === "a" ? attribute(element, "href") : null;
  if (href !== null && href.trim() !== "")
    all = withMark(all, "link", { href: href.trim(), title: attribute(element, "title") });
  return all;
}

const INLINE_DEPTH_MAX = 150;

/** Everything of an element as inline content; blocks in it become lines. */
export function readInline(
  node: HtmlNode,
  line: Line,
  marks: Marks,
  reading: HtmlReading,
  isKept = false,
  depth = 0,
): void {
  if (node.nodeName === "#text" && "value" in node) return line.text(node.value, marks, isKept);
  if (!isElement(node) || UNSEEN.has(node.tagName)) return;
  if (depth > INLINE_DEPTH_MAX) return line.text(textOf(node), marks, isKept);
  if (readAtom(node, line, marks, reading)) return;
  const inner = marksOf(node, marks);
  for (const child of node.childNodes) readInline(child, line, inner, reading, isKept, depth + 1);
}

/** What is no text: breaks, pictures, formulas, links to notes. */
function readAtom(element: HtmlElement, line: Line, marks: Marks, reading: HtmlReading): boolean {
  const own = reading.custom?.(element);
  if (own !== undefined) {
    for (const node of own) line.add(node);
    return true;
  }
  switch (element.tagName) {
    case "br":
      line.add({ type: "hardBreak" });
      return true;
    case "img":
      addPicture(element, line, marks, reading);
      return true;
    case "input":
      return true;
    case "video":
    case "audio":
      addMedia(element, line, marks);
      return true;
  }
  return readFormula(element, line) || readNoteLink(element, line);
}

function readFormula(element: HtmlElement, line: Line): boolean {
  const isOurs = element.tagName === "code" && attribute(element, "data-math") !== null;
  const isKatex = element.tagName === "math" || hasClass(element, "katex", "math-inline");
  const source = isOurs ? textOf(element) : isKatex ? formulaOf(element) : null;
  if (source === null) return false;
  line.add({ type: "mathInline", attrs: { source: oneLine(source), dollars: 1 } });
  return true;
}

function readNoteLink(element: HtmlElement, line: Line): boolean {
  if (element.tagName !== "a" || attribute(element, "data-note-link") === null) return false;
  const attrs = Object.fromEntries(
    ["title", "anchor", "label"].map((name) => [name, attribute(element, `data-note-${name}`)]),
  );
  line.add({ type: "noteLink", attrs: { ...attrs, noteId: null } });
  return true;
}

const DATA_PICTURE = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/i;

function addPicture(element: HtmlElement, line: Line, marks: Marks, reading: HtmlReading): void {
  let src = (attribute(element, "src") ?? "").trim();
  const alt = attribute(element, "alt") ?? "";
  if (/^data:/i.test(src)) {
    const [, type = "", base64 = ""] = DATA_PICTURE.exec(src) ?? [];
    const path = base64 ? reading.keepPicture(Buffer.from(base64, "base64"), type.toLowerCase()) : null;
    if (path === null) reading.warn("an image in the text has an unsupported type");
    src = path ?? "";
  }
  if (src === "") return line.text(alt, marks);
  const pixels = (name: string) => {
    const value = Number.parseInt(attribute(element, name) ?? "", 10);
    return value > 0 && value < 100_000 ? value : null;
  };
  const link = marks.find((mark) => mark.type === "link")?.attrs?.href ?? null;
  const attrs = {
    src,
    alt,
    title: attribute(element, "title"),
    width: pixels("width"),
    height: pixels("height"),
  };
  // Notion links each picture with itself.
  line.add({ type: "image", attrs: { ...attrs, href: link === src ? null : link } });
}

function addMedia(element: HtmlElement, line: Line, marks: Marks): void {
  const source = element.childNodes.find((node) => isElement(node) && node.tagName === "source") as
    | HtmlElement
    | undefined;
  const src = attribute(element, "src") ?? (source ? attribute(source, "src") : null);
  if (src === null || src === "") return;
  const name = attribute(element, "data-name") ?? src.split("/").at(-1) ?? src;
  line.text(name, [...marks.filter((mark) => mark.type !== "link"), { type: "link", attrs: { href: src } }]);
}
