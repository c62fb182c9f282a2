import type { JSONContent } from "@tiptap/core";
import { parse } from "parse5";
import { readDate } from "#document/markdown/front-matter.ts";
import { attribute, below, type HtmlElement, isElement, oneLine, textOf } from "./element.ts";
import { readBlocks } from "./blocks.ts";
import type { HtmlReading } from "./reading.ts";

export type HtmlPage = {
  title: string | null;
  tags: string[];
  created: number | null;
  updated: number | null;
  doc: JSONContent;
};

/**
 * A page of HTML as a note. What comes out is JSON of our schema and nothing else: elements nobody knows are their text, and
 * whoever stores it has every attribute cleaned (document/repair.ts), so no script, style or event can come along.
 */
export function readHtml(html: string, reading: HtmlReading): HtmlPage {
  const page = parse(html);
  const root = page.childNodes.find((node) => isElement(node) && node.tagName === "html") as
    | HtmlElement
    | undefined;
  const [head, body] = ["head", "body"].map((name) =>
    root?.childNodes.find((node) => isElement(node) && node.tagName === name),
  ) as (HtmlElement | undefined)[];
  const metas = head?.childNodes.filter(isElement).filter(({ tagName }) => tagName === "meta") ?? [];
  const meta = (...names: string[]) =>
    metas
      .find((element) =>
        names.includes((attribute(element, "name") ?? attribute(element, "property") ?? "").toLowerCase()),
      )
      ?.attrs.find(({ name }) => name === "content")?.value ?? null;
  const titled = head?.childNodes.find((node) => isElement(node) && node.tagName === "title");
  const content = body ? readBlocks(contentOf(body), reading) : [];
  const pageTitle = titled ? oneLine(textOf(titled as HtmlElement)) : "";
  const { title, blocks } = withoutTitle(pageTitle, content);
  const date = (text: string | null) => (text === null ? null : readDate(text));
  return {
    title,
    tags: (meta("keywords") ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
    created: date(meta("created", "dcterms.created", "article:published_time", "date")),
    updated: date(meta("updated", "dcterms.modified", "article:modified_time", "last-modified")),
    doc: { type: "doc", content: blocks },
  };
}

/** Saved pages of the web say which part is the text: the one main element, or the one article. */
function contentOf(body: HtmlElement): HtmlElement {
  for (const tag of ["main", "article"]) {
    const found: HtmlElement[] = [];
    for (const node of below(body)) if (isElement(node) && node.tagName === tag) found.push(node);
    if (found.length === 1) return found[0]!;
  }
  return body;
}

/** The heading that repeats the title goes; without a title it becomes it. */
function withoutTitle(title: string, blocks: JSONContent[]) {
  const at = blocks.findIndex((block) => block.type === "heading");
  const first = at === 0 || (at === 1 && title !== "") ? blocks[at] : undefined;
  const words = oneLine((first?.content ?? []).map((node) => node.text ?? "").join(""));
  const isTitle = words !== "" && first?.attrs?.level === 1 && (title === "" || title === words);
  return {
    title: title || words || null,
    blocks: isTitle ? blocks.filter((_, index) => index !== at) : blocks,
  };
}
