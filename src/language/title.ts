import type { Part } from "./draft.ts";

/** Words that led to a part and say nothing without it. */
const LED =
  /(?:^|[\s(])(?:on|by|due|at|from|@|due\s+(?:on|by)|starting|beginning|before|until|till|for|and|[,;:–—-])$/iu;
/** A tag is a word of the sentence for many: what led to it stays, but for the plain ones. */
const LED_TO_SIGN = /(?:^|\s)(?:on|by|due|at|from|[,;:–—-])$/iu;
const OF_SIGNS = new Set(["tag", "priority", "minutes"]);

/** What is left of the text when its parts are taken out, joined by single spaces. */
export function titleOf(text: string, parts: Part[]): string {
  if (parts.length === 0) return oneLine(text);
  const pieces: string[] = [];
  let from = 0;
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    pieces.push(withoutLead(text.slice(from, part.from), part));
    from = part.to;
  }
  const last = text.slice(from);
  // "at" between the last part and the end leads nowhere.
  pieces.push(LED.test(last.trimEnd()) && !/\S\s+\S/.test(last) ? "" : last);
  // "Remind me at nine to call".
  const first = parts.toSorted((one, other) => one.from - other.from)[0];
  const isAsked = first?.part === "reminder" && text.slice(0, first.from).trim() === "";
  const title = joined(pieces).replace(isAsked ? /^to\s+(?=\S)/ : /^$/, "");
  return title === "" ? oneLine(text) : title;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function withoutLead(piece: string, { part }: Part): string {
  const lead = OF_SIGNS.has(part) ? LED_TO_SIGN : LED;
  let left = piece.trimEnd();
  for (let match = lead.exec(left); match; match = lead.exec(left))
    left = left.slice(0, match.index).trimEnd();
  return left;
}

function joined(pieces: string[]): string {
  let title = "";
  for (const piece of pieces.map(oneLine)) {
    // What stood after a part, as in "Friday: pay rent" and "Pay rent (friday)".
    const rest = title.endsWith("(") ? piece.replace(/^\)\s*/, "") : piece;
    if (rest !== piece) title = title.slice(0, -1).trimEnd();
    const next = title === "" ? rest.replace(/^[,;:.)–—-]+(?:\s+|$)/, "") : rest;
    if (next === "") continue;
    title += title === "" || /^[,;:.!?)]/.test(next) ? next : ` ${next}`;
  }
  return title.replace(/(?<=\S)\s*[,;:]$|(?<=\s)[–—.-]$/, "").trim();
}
