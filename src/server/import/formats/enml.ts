import type { JSONContent } from "@tiptap/core";
import { attribute, type HtmlElement, isElement, styleOf, textOf } from "../html/element.ts";
import type { Stage } from "../reading/stage.ts";
import { asHtml, htmlNote } from "./html-file.ts";

/** A file of a note, where it is kept beside it. */
export type EvernoteResource = { hash: string; type: string; name: string; path: string };
export type EvernoteTask = { title: string; isDone: boolean; group: string; due: string };

type Source = { content: string; source: string; resources: EvernoteResource[]; tasks: EvernoteTask[] };

/** The text of a note of Evernote: XHTML with elements of its own for files, boxes to tick and what is encrypted. */
export function readEnml(note: Source, stage: Stage, folder: string) {
  const files = new Map(note.resources.map((resource) => [resource.hash, resource]));
  const used = new Set<string>();
  const warnings = new Set<string>();
  const custom = (element: HtmlElement): JSONContent[] | undefined => {
    switch (element.tagName) {
      case "en-media":
        return media(element, files, used, warnings);
      case "en-todo":
        return [{ type: "text", text: attribute(element, "checked") === "true" ? "☑ " : "☐ " }];
      case "en-crypt":
        warnings.add("encrypted text that only Evernote can open");
        return [{ type: "text", text: "[encrypted text]" }];
      case "div":
        return special(element, note.tasks);
    }
    return undefined;
  };
  const xhtml = note.content.replace(/^\s*<\?xml[^>]*\?>/, "").replace(/^\s*<!DOCTYPE[^>]*>/i, "");
  const page = htmlNote(asHtml(xhtml).replaceAll(/<(\/?)en-note/gi, "<$1div"), stage, folder, custom);
  const content = (page.doc.content ?? []).flatMap(asTasks);
  const left = note.resources.filter(({ hash }) => !used.has(hash)).map(fileParagraph);
  const from: JSONContent[] = note.source ? [linkParagraph(note.source, note.source)] : [];
  const doc: JSONContent = { type: "doc", content: [...from, ...joinTaskLists(content), ...left] };
  return { doc, warnings: [...warnings, ...page.warnings] };
}

const IMAGE = /^image\/(?:png|jpe?g|gif|webp)$/i;
const address = (path: string) =>
  encodeURI(path).replaceAll(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

function media(
  element: HtmlElement,
  files: Map<string, EvernoteResource>,
  used: Set<string>,
  warnings: Set<string>,
): JSONContent[] {
  const hash = attribute(element, "hash")?.toLowerCase() ?? "";
  const file = files.get(hash);
  if (!file) {
    warnings.add("a file that's missing from the export");
    return [];
  }
  used.add(hash);
  if (!IMAGE.test(file.type)) return [linkText(file.name, address(file.path))];
  const width = Number.parseInt(attribute(element, "width") ?? "", 10);
  const shownWidth = width > 0 && width < 10_000 ? width : null;
  return [
    { type: "image", attrs: { src: address(file.path), alt: attribute(element, "alt") ?? "", shownWidth } },
  ];
}

const linkText = (text: string, href: string): JSONContent => ({
  type: "text",
  text,
  marks: [{ type: "link", attrs: { href } }],
});
const linkParagraph = (text: string, href: string): JSONContent => ({
  type: "paragraph",
  content: [linkText(text, href)],
});
const fileParagraph = (file: EvernoteResource): JSONContent =>
  IMAGE.test(file.type)
    ? { type: "paragraph", content: [{ type: "image", attrs: { src: address(file.path), alt: file.name } }] }
    : linkParagraph(file.name, address(file.path));

/** Blocks of code and groups of tasks are divisions with a style of Evernote's own. */
function special(element: HtmlElement, tasks: EvernoteTask[]): JSONContent[] | undefined {
  if (styleOf(element, "-en-codeblock") === "true" || styleOf(element, "--en-codeblock") === "true") {
    const lines = element.childNodes.filter(isElement).map((line) => textOf(line).replace(/\n$/, ""));
    const text = lines.length > 0 ? lines.join("\n") : textOf(element);
    return [{ type: "codeBlock", content: text === "" ? [] : [{ type: "text", text }] }];
  }
  if (styleOf(element, "--en-task-group") !== "true") return undefined;
  const group = styleOf(element, "--en-id");
  const own = tasks.filter((task) => task.group.toLowerCase() === group);
  const items = own.map(({ title, isDone, due }): JSONContent => {
    const day = /^(\d{4})(\d\d)(\d\d)/.exec(due);
    const words = day ? `${title} ${day[1]}-${day[2]}-${day[3]}` : title;
    const content = words === "" ? [] : [{ type: "text", text: words }];
    return { type: "taskItem", attrs: { checked: isDone }, content: [{ type: "paragraph", content }] };
  });
  return items.length > 0 ? [{ type: "taskList", content: items }] : [];
}

const BOX = /^[☐☑] /;

/** A line that begins with a box to tick is a task. */
function asTasks(block: JSONContent): JSONContent[] {
  const [first, ...others] = block.content ?? [];
  if (block.type !== "paragraph" || first?.type !== "text" || !BOX.test(first.text ?? "")) return [block];
  const rest = (first.text ?? "").slice(2).trimStart();
  const content = [...(rest === "" ? [] : [{ ...first, text: rest }]), ...others];
  const checked = first.text!.startsWith("☑");
  const item = { type: "taskItem", attrs: { checked }, content: [{ type: "paragraph", content }] };
  return [{ type: "taskList", content: [item] }];
}

function joinTaskLists(blocks: JSONContent[]): JSONContent[] {
  const joined: JSONContent[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type === "taskList" && last?.type === "taskList") last.content!.push(...(block.content ?? []));
    else joined.push(block);
  }
  return joined;
}
