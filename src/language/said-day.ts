import type { Clock } from "./calendar.ts";
import { dayAt, type SpokenDay } from "./read-day.ts";
import { isFreeAfter, type Read } from "./vocabulary.ts";

const LEADS =
  /(?:^|[\s(])(?:on|by|due|until|till|til|from|before|this|next|to|for|every|and|starting|beginning|@)\s*$/i;
/** Words of everyday language that are short for days, too. */
const AMBIGUOUS = /^(?:sat|sun|mon|wed)\.?$/i;
const CONFIRMS = /^\s*(?:\d|at\b|morning|afternoon|evening|night|noon|[,:)–-]|\uE001|for\s+\d|from\s+\d)/iu;
const SUBJECT = /(?:^|\s)(?:the|a|he|she|it|they|we|i|you|who|and|in|my|your|that|which|got|cat|dog)\s*$/i;
/** What has a day in its name, and days that have passed. */
const NAMED =
  /(?:^|\s)(?:last|past|previous|black|good|cyber|casual|ash|palm|super|shrove|maundy|easter|free|freaky|bloody|ruby|monthly|since|except)\s*$/i;
const TITLES = /^\s+(?:times|school|roast|people)\b|^\.\w/i;
const TITLE_OF_NIGHT = /night$/i;
const NIGHTS = /^\s+(?:live|lights|fever|football)\b/i;

/** A day that the sentence means as one: not the sun of "sun cream", nor the Friday of "Black Friday". */
export function saidDayAt(text: string, from: number, clock: Clock): Read<SpokenDay> | null {
  const day = dayAt(text, from, clock);
  if (!day) return null;
  const [before, words, after] = [text.slice(0, from), text.slice(from, day.to), text.slice(day.to)];
  if (NAMED.test(before) || /^-\p{L}/u.test(after) || TITLES.test(after)) return null;
  if (TITLE_OF_NIGHT.test(words) && NIGHTS.test(after)) return null;
  if (AMBIGUOUS.test(words) && !isConfirmed(before, words, after)) return null;
  if (/^weekend$/i.test(words) && !LEADS.test(before) && !isFreeAfter(text, day.to)) return null;
  return day;
}

function isConfirmed(before: string, words: string, after: string): boolean {
  if (LEADS.test(before) || CONFIRMS.test(after)) return true;
  if (SUBJECT.test(before)) return false;
  return before.trim() !== "" && /^\s*[.!?]?\s*$/.test(after) && words.length >= 3;
}
