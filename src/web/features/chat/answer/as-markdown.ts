import { CITATION_MARK } from "#contract/wire/chat-limits.ts";
import type { ChatMessage, Citation } from "#contract/chat.ts";
import { t } from "../../../lib/messages/t.ts";

/** An answer as Markdown that says its sources at the end. @param base What a note's address begins with */
export function asMarkdown(
  { text, citations }: Pick<ChatMessage, "text" | "citations">,
  base: string,
): string {
  const marked = text.replaceAll(CITATION_MARK, (_, number: string) =>
    citations[Number(number) - 1] ? ` \\[${number}\\]` : "",
  );
  if (citations.length === 0) return marked;
  return `${marked}\n\n${t("Sources")}:\n\n${citations.map((one, index) => sourceLine(one, index, base)).join("\n")}\n`;
}

function sourceLine(
  { kind, id, title, blockId, quote, text }: Citation,
  index: number,
  base: string,
): string {
  const name = (title || t("Untitled")).replaceAll(/[\\[\]`*_]/g, String.raw`\$&`);
  const isNote = kind === "note" || kind === "file";
  const link = isNote ? `[${name}](${base}${id}${blockId ? `#${blockId}` : ""})` : name;
  const words = (quote ?? text.slice(0, 160))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\[\]`*_<>#|]/g, String.raw`\$&`);
  return `${index + 1}. ${link}: “${words}”`;
}
