import type { JSONContent } from "@tiptap/core";
import { percentOf, type ShareKind, sharesOf } from "#document/origins/shares.ts";
import { repairDocument } from "#document/repair.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { rpc } from "../../../platform/rpc.ts";

/** Where the words of a note came from: shares in a line, and each model with what it was asked. */
export type Disclosure = { line: string; models: string[] };

const percent = (share: number) => (share / 100).toLocaleString(language, { style: "percent" });
const WORDS: Record<ShareKind, (share: string) => string> = {
  typed: (share) => t("{share} typed", { share }),
  pasted: (share) => t("{share} pasted", { share }),
  imported: (share) => t("{share} imported", { share }),
  dictated: (share) => t("{share} dictated", { share }),
  ai: (share) => t("{share} written by AI", { share }),
};

/** Null for a note without words. */
export function disclosureOf(doc: JSONContent): Disclosure | null {
  const { words, models } = sharesOf(repairDocument(doc));
  const shares = percentOf(words).map(([kind, share]) => WORDS[kind](percent(share)));
  if (shares.length === 0) return null;
  const list = new Intl.ListFormat(language, { type: "unit" }).format(shares);
  return {
    line: t("Where this text came from, by words: {list}", { list }),
    models: models.map(({ origin: { model, prompt } }) => {
      const name = model ?? t("An AI model");
      return prompt ? t("{model}, asked: “{prompt}”", { model: name, prompt }) : name;
    }),
  };
}

export async function readDisclosure(noteId: string): Promise<Disclosure | null> {
  const { text } = await rpc.notes.body({ noteId, format: "json" });
  return disclosureOf(JSON.parse(text) as JSONContent);
}

const inMarkdown = (words: string) => words.replaceAll(/[\\[\]`*_<>#|~$^]/g, String.raw`\$&`);

/** A line at the end, with a footnote for each model. */
export function withMarkdownDisclosure(markdown: string, { line, models }: Disclosure): string {
  const marks = models.map((_, index) => `[^ai-${index + 1}]`).join(" ");
  const notes = models.map((words, index) => `\n[^ai-${index + 1}]: ${inMarkdown(words)}\n`).join("");
  return `${markdown.trimEnd()}\n\n---\n\n${inMarkdown(line)}${marks && ` ${marks}`}\n${notes}`;
}

const inHtml = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

export const withHtmlDisclosure = (html: string, { line, models }: Disclosure): string =>
  `${html}<hr><p>${inHtml(line)}</p>${models.length > 0 ? `<ol>${models.map((words) => `<li>${inHtml(words)}</li>`).join("")}</ol>` : ""}`;

const paragraph = (words: string): JSONContent => ({
  type: "paragraph",
  content: [{ type: "text", text: words }],
});

/** For what is made of the document itself: Word, paper. */
export function withDisclosure(doc: JSONContent): JSONContent {
  const found = disclosureOf(doc);
  if (!found) return doc;
  const models = found.models.map((words) => ({ type: "listItem", content: [paragraph(words)] }));
  const list = models.length > 0 ? [{ type: "orderedList", content: models }] : [];
  const content = [...(doc.content ?? []), { type: "horizontalRule" }, paragraph(found.line), ...list];
  return { ...doc, content };
}
