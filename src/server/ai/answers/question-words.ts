import { tellingWords } from "../../notes/some-words/telling-words.ts";

/** Words of a question that say nothing about what is asked for. */
const FILLERS = new Set(
  "list show give tell know got get any anything something everything nothing there still currently right now please need want mine account think remember exactly much many lot whole entire am did got going put add far yet already else things thing stuff today".split(
    " ",
  ),
);

const TAG =
  /(?:\b(?:tagged(?: with| as)?|labell?ed(?: with| as)?|(?:with|under|of|have|having|has|in) (?:the )?(?:tags?|labels?)(?: called| named)?)\s+#?|#)("[^"]+"|[\p{L}\p{N}][\p{L}\p{N}/_-]*)/u;
const TIME = /\b(?:at|around|about|from)\s+(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?(?!\d)/;
const PRIORITY =
  /\b(?:(?:with |of )?(?:a )?(high|highest|medium|normal|low|lowest)(?:[ -]priority)|(urgent|important)|priority (high|medium|low))\b/;
const TOPIC =
  /\b(?:about|regarding|concerning|related to|for|with|on|of|at|that mention|mentioning|containing|in)\s+(.+)$/;

/** The words of a question, taken out one after the other as they are understood: what is left is what was not. */
export class QuestionWords {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  copy(): QuestionWords {
    return new QuestionWords(this.text);
  }

  /** Whether one of them is there; it is then taken out. */
  take(...patterns: RegExp[]): boolean {
    return patterns.some((pattern) => this.#cut(pattern) !== null);
  }

  takeTag(): string | null {
    return this.#cut(TAG)?.[1]?.replaceAll('"', "") ?? null;
  }

  takePriority(): "high" | "medium" | "low" | null {
    const match = this.#cut(PRIORITY);
    const said = match?.[1] ?? match?.[3];
    if (!match) return null;
    if (said === undefined || said.startsWith("high")) return "high";
    return said.startsWith("low") ? "low" : "medium";
  }

  /** HH:MM; hours without am or pm are those of a day on which people are awake. */
  takeTime(): string | null {
    const match = this.#cut(TIME);
    if (!match) return null;
    const [, hours = "0", minutes = "00", half = ""] = match;
    const hour = Number(hours);
    const isLate = half.startsWith("p") || (half === "" && hour < 7);
    const of24 = half.startsWith("a") && hour === 12 ? 0 : isLate && hour < 12 ? hour + 12 : hour;
    return of24 < 24 ? `${String(of24).padStart(2, "0")}:${minutes}` : null;
  }

  telling(): string[] {
    return tellingWords(this.text.replaceAll(/'s\b/g, "")).filter((word) => !FILLERS.has(word));
  }

  isEmpty(): boolean {
    return this.telling().length === 0;
  }

  /** What the rest is about, none when nothing is left; null where it cannot be said, because words stand elsewhere. */
  topic(): string[] | null {
    const left = this.telling();
    if (left.length === 0) return [];
    const said = new QuestionWords(TOPIC.exec(this.text)?.[1] ?? "").telling();
    return left.every((word) => said.includes(word)) ? said : null;
  }

  #cut(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.text);
    if (match)
      this.text =
        `${this.text.slice(0, match.index)} ${this.text.slice(match.index + match[0].length)}`.trim();
    return match;
  }
}
