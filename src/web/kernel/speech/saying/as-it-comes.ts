import { CITATION_MARK } from "#contract/wire/answers.ts";
import { spokenParts } from "../spoken-parts.ts";

/** Ends of sentences, and of lines, before more. */
const SENTENCE_END = /[.!?…]+["'”’)\]*_]*(?=\s)|[。！？]+[」』）]*|\n+(?=[^\n])/gu;
/** "1." begins an item, "e.g." goes on. */
const NO_END = /(?:^|\n)\s*\d+\.$|(?:^|[\s(])(?:e\.g|i\.e|z\.B|d\.h|Mr|Mrs|Ms|Dr|vs|No|approx)\.$/u;
/** Shorter ones wait for the next: a voice that stops after two words sounds lost. */
const SHORTEST = 12;

/** An answer that grows, sentence by sentence, as it is to be said. */
export class AsItComes {
  private taken = 0;

  /** @param isWhole nothing more of it comes @returns what can be said now, beyond what was before */
  next(markdown: string, isWhole: boolean): string[] {
    const text = markdown.replaceAll(CITATION_MARK, "");
    const end = isWhole ? text.length : this.taken + lastEnd(text.slice(this.taken));
    if (end <= this.taken) return [];
    const ready = text.slice(this.taken, end);
    this.taken = end;
    return sentencesOf(ready);
  }
}

/** Where the last sentence that is whole ends; within code nothing does. */
function lastEnd(text: string): number {
  const fences = [...text.matchAll(/^ {0,3}(?:```|~~~)/gmu)].map(({ index }) => index);
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const at = match.index + match[0].length;
    const before = text.slice(0, at);
    const isInCode = fences.filter((fence) => fence < at).length % 2 === 1;
    // The rows of a table are not to be cut off from its head.
    const isInTable = /(?:^|\n)\s*\|[^\n]*$/u.test(before.trimEnd());
    if (isInCode || isInTable || NO_END.test(before)) continue;
    if (at >= SHORTEST) end = at;
  }
  return end;
}

/** Each sentence by itself, so that the first is heard while the next is made. */
function sentencesOf(markdown: string): string[] {
  return spokenParts(markdown).flatMap((part) => {
    const cut: string[] = [];
    let rest = part;
    for (let end = firstEnd(rest); end < rest.length; end = firstEnd(rest)) {
      cut.push(rest.slice(0, end).trim());
      rest = rest.slice(end).trim();
    }
    return [...cut, rest].filter(Boolean);
  });
}

function firstEnd(text: string): number {
  for (const match of text.matchAll(SENTENCE_END)) {
    const at = match.index + match[0].length;
    if (at >= SHORTEST && !NO_END.test(text.slice(0, at))) return at;
  }
  return text.length;
}
