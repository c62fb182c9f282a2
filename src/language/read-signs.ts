import type { Draft } from "./draft.ts";
import { lengthAt } from "./read-time.ts";

export type Priority = "high" | "medium" | "low";
export type Signs = { tags: string[]; priority: Priority | null; minutes: number | null };

const TAG = /(?<![^\s(\uE001])#(?<tag>\p{L}[\p{L}\p{M}\p{N}_/-]{0,99}(?<![/-]))(?![#\p{L}\p{M}\p{N}_])/gu;
const PRIORITY = /(?<!\S)(?:!(?<word>high|medium|med|low|[123])|p(?<level>[123]))(?![^\s,.;:)\uE001])/giu;
const ESTIMATE = /(?<!\S)~\s?(?=\d)/g;
const LEVELS: Priority[] = ["high", "medium", "low"];

/** Longer than a week is no estimate. */
const WEEK_MINUTES = 10_080;

/** What stands behind a sign: #tags, !priority, ~estimate. Of the latter two the first counts, another stays a word. */
export function takeSigns(draft: Draft): Signs {
  return { tags: takeTags(draft), priority: takePriority(draft), minutes: takeEstimate(draft) };
}

function takeTags(draft: Draft): string[] {
  const tags = [...draft.rest.matchAll(TAG)].map((match) => {
    const tag = match.groups?.["tag"] ?? "";
    draft.take("tag", match.index, match.index + match[0].length);
    return tag;
  });
  return [...new Set(tags)];
}

function takePriority(draft: Draft): Priority | null {
  const match = draft.rest.matchAll(PRIORITY).next().value;
  if (!match?.groups) return null;
  draft.take("priority", match.index, match.index + match[0].length);
  const { word = "", level = "" } = match.groups;
  const number = Number(level || word);
  if (number) return LEVELS[number - 1] ?? null;
  return LEVELS.find((each) => each.startsWith(word.toLowerCase().slice(0, 3))) ?? null;
}

function takeEstimate(draft: Draft): number | null {
  for (const match of draft.rest.matchAll(ESTIMATE)) {
    const length = lengthAt(draft.rest, match.index + match[0].length);
    if (!length || length.minutes < 1 || length.minutes > WEEK_MINUTES) continue;
    draft.take("minutes", match.index, length.to);
    return length.minutes;
  }
  return null;
}
