import type { ChatMessage } from "#contract/chat.ts";
import { t } from "../../../lib/messages/t.ts";
import { asMarkdown } from "../answer/as-markdown.ts";
import type { Line } from "./voice-view.ts";

type Answers = ReadonlyMap<string, Pick<ChatMessage, "text" | "citations">>;

/** A conversation by voice as Markdown: who said what, with the sources of answers. @param base What a note's address begins with */
export function transcriptOf(lines: readonly Line[], answers: Answers, base: string): string {
  return lines
    .map(({ who, text, answerId, isCut }) => {
      if (who === "you") return `**${t("You")}:** ${escaped(text)}`;
      const answer = answerId ? answers.get(answerId) : undefined;
      const said = answer ? asMarkdown(answer, base) : escaped(text);
      return `**${t("Cairn")}:**${said.includes("\n") ? "\n\n" : " "}${said.trim()}${isCut ? `\n\n*${t("You interrupted this.")}*` : ""}`;
    })
    .join("\n\n");
}

/** What somebody says is no Markdown. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\[\]`*_<>#|~]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
