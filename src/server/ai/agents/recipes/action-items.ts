import type { ProposedRecord } from "#contract/changesets.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { clockOf } from "#language/time-zone.ts";
import type { AccountClock } from "../../answers/account-clock.ts";

/** How somebody says that something is to be done: at the beginning of a line, or by whom. English and German. */
const MARKED =
  /^(?:action(?: items?)?|to ?do|next steps?|follow[- ]?ups?|aufgaben?|zu tun)\s*[:\-–]\s*(?<what>\S.*)$/i;
const PROMISED =
  /^(?<who>[Ii]|[Ww]e|[Ii]ch|[Ww]ir|\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]+)?)(?:'ll| will| has to| have to| needs? to| must| is going to| are going to| agreed to| promised to| soll| muss| müssen) (?<what>\S.*)$/u;
/** Begins a sentence, and is nobody's name. */
const THINGS =
  /^(?:the|a|an|it|this|that|there|they|he|she|you|everything|nothing|der|die|das|es|ein|eine|sie|er)\b/i;
const CHECKBOX = /^\s*[-*+] \[[ xX]\]/;
const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+/;
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}])/u;
/** Says how things are, not what is to be done. */
const STATES = /^(?:be|have been|not|sein|nicht)\b/i;
const PRONOUNS = new Set(["i", "we", "ich", "wir"]);
const MOST = 50;
const TITLE_MAX = 300;

/** What notes of a meeting say that is to be done, in their order; checkboxes are tasks already. Pure. */
export function actionItems(markdown: string): string[] {
  const found: string[] = [];
  for (const line of markdown.split("\n")) {
    if (CHECKBOX.test(line) || /^\s*(?:#|>|```)/.test(line)) continue;
    for (const sentence of line.replace(BULLET, "").split(SENTENCE_END)) {
      const item = itemOf(sentence.trim());
      if (item) found.push(item);
    }
  }
  const first = new Map<string, string>();
  for (const item of found) if (!first.has(folded(item))) first.set(folded(item), item);
  return [...first.values()].slice(0, MOST);
}

function itemOf(sentence: string): string | null {
  const marked = MARKED.exec(sentence)?.groups?.["what"];
  if (marked) return tidy(marked);
  const { who, what } = PROMISED.exec(sentence)?.groups ?? {};
  if (!who || !what || STATES.test(what) || THINGS.test(who)) return null;
  return PRONOUNS.has(who.toLowerCase()) ? tidy(what) : tidy(`${who}: ${what}`);
}

const tidy = (text: string): string => {
  const plain = text
    .replaceAll(/[*_`]/g, "")
    .replace(/[.!;,]+$/, "")
    .trim()
    .slice(0, TITLE_MAX);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** As a task that is to be made, with the day that its words name. */
export async function taskOfItem(
  { now, zone }: AccountClock,
  item: string,
  noteId: string,
): Promise<ProposedRecord> {
  const { dueIn } = await import("#language/due-in.ts");
  const due = dueIn(item, clockOf(now, zone));
  return {
    kind: "task",
    recordId: uuidV7(),
    action: "create",
    fields: {
      title: item,
      noteIds: [noteId],
      ...(due && { dueDate: due.date, ...(due.time && { dueTime: due.time }) }),
    },
  };
}
