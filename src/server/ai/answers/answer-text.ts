import type { Retrieved } from "../../retrieval/retrieve.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/** What a command in words did, or wants the page to do. */
export type AnswerAction =
  | { kind: "created"; entity: "note" | "task" | "event"; id: string; title: string }
  | { kind: "open"; noteId: string; title: string }
  | { kind: "find"; query: string };

export type PlainAnswer = {
  /** Markdown. `[^1]` stands for quotes[0] and so on; each quote is cited at least once. */
  text: string;
  quotes: Retrieved[];
  action?: AnswerAction;
};

/** More than anybody reads of one list. */
export const MOST_SHOWN = 30;

/** An answer while it is written: each quote gets its number when it is cited. */
export class AnswerText {
  readonly #blocks: string[] = [];
  readonly #quotes: Retrieved[] = [];

  /** A paragraph, a list or a heading: Markdown, in which words of others are escaped already. */
  add(block: string): this {
    if (block !== "") this.#blocks.push(block);
    return this;
  }

  cite(quote: Retrieved): string {
    const known = this.#quotes.indexOf(quote);
    return `[^${known < 0 ? this.#quotes.push(quote) : known + 1}]`;
  }

  done(action?: AnswerAction): PlainAnswer {
    return { text: this.#blocks.join("\n\n"), quotes: [...this.#quotes], ...(action && { action }) };
  }
}

export const bold = (words: string): string => `**${escapeMarkdown(words)}**`;

/** As it stands in typographic quotation marks. */
export const inQuotes = (words: string): string => `“${escapeMarkdown(words)}”`;

export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${count === 1 ? one : other}`;

/** What of a list is not shown is counted. */
export const moreThan = (all: number, shown: number): string =>
  all > shown ? `\n- and ${all - shown} more` : "";
