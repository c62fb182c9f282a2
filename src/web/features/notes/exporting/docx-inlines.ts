import type { JSONContent } from "@tiptap/core";
import { ExternalHyperlink, ImageRun, type ParagraphChild, TextRun } from "docx";
import { referenceText } from "#document/note-reference.ts";
import { safeHref } from "#document/html/safe-urls.ts";
import type { Picture } from "./pictures.ts";

/** A page has this much room beside its margins, in pixels. */
const WIDTH_MAX = 600;
const MONO = "Consolas";

/** What a document needs besides the note. */
export type DocxNeeds = { pictures: ReadonlyMap<string, Picture>; origin: string };

/** What Word's XML cannot hold goes. */
// oxlint-disable-next-line no-control-regex -- they are what must go
const clean = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");

/** Inline content as runs of Word. */
export function inlines(content: readonly JSONContent[] | undefined, needs: DocxNeeds): ParagraphChild[] {
  return (content ?? []).flatMap((node) => inline(node, needs));
}

function inline(node: JSONContent, needs: DocxNeeds): ParagraphChild[] {
  const { type, text = "", attrs = {} } = node;
  switch (type) {
    case "text":
      return linked(run(clean(text), node), node, needs);
    case "hardBreak":
      return [new TextRun({ break: 1 })];
    case "image":
      return picture(node, needs);
    case "noteLink":
      return [new TextRun({ text: clean(referenceText(attrs)), style: "Hyperlink" })];
    default:
      return [new TextRun({ text: clean(String(attrs["source"] ?? "")), font: MONO })];
  }
}

function run(text: string, { marks = [] }: JSONContent): TextRun {
  const has = (name: string) => marks.some((mark) => mark.type === name);
  return new TextRun({
    text,
    bold: has("bold"),
    italics: has("italic"),
    strike: has("strike"),
    ...(has("highlight") ? { highlight: "yellow" as const } : {}),
    ...(has("code") ? { font: MONO, shading: { fill: "EFEFEF" } } : {}),
    ...(has("link") ? { style: "Hyperlink" } : {}),
  });
}

/** Addresses within Cairn become whole ones: the file is read elsewhere. */
function linked(child: TextRun, { marks = [] }: JSONContent, { origin }: DocxNeeds): ParagraphChild[] {
  const href = safeHref(marks.find((mark) => mark.type === "link")?.attrs?.["href"]);
  if (href === null || href.startsWith("#")) return [child];
  return [new ExternalHyperlink({ link: href.startsWith("/") ? origin + href : href, children: [child] })];
}

function picture({ attrs = {} }: JSONContent, { pictures }: DocxNeeds): ParagraphChild[] {
  const found = pictures.get(String(attrs["src"]));
  const alt = String(attrs["alt"] ?? "");
  if (!found) return alt === "" ? [] : [new TextRun({ text: clean(alt), italics: true })];
  const wanted = Number(attrs["shownWidth"] ?? found.width) || found.width;
  const width = Math.max(1, Math.min(WIDTH_MAX, wanted));
  const height = Math.max(1, Math.round((found.height * width) / found.width));
  const name = clean(alt) || "Picture";
  const altText = { name, title: name, description: name };
  const caption = clean(String(attrs["title"] ?? ""));
  return [
    new ImageRun({ type: found.type, data: found.bytes, transformation: { width, height }, altText }),
    ...(caption ? [new TextRun({ text: caption, break: 1, italics: true, size: 19, color: "555555" })] : []),
  ];
}
