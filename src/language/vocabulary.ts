/** The words of the calendar, and how they are found at a place of the text. */

const WEEKDAY_NAMES = [
  ["monday", "mon"],
  ["tuesday", "tues", "tue"],
  ["wednesday", "weds", "wed"],
  ["thursday", "thurs", "thur", "thu"],
  ["friday", "fri"],
  ["saturday", "sat"],
  ["sunday", "sun"],
];
const MONTH_NAMES = [
  ["january", "jan"],
  ["february", "feb"],
  ["march", "mar"],
  ["april", "apr"],
  ["may"],
  ["june", "jun"],
  ["july", "jul"],
  ["august", "aug"],
  ["september", "sept", "sep"],
  ["october", "oct"],
  ["november", "nov"],
  ["december", "dec"],
];
const NUMBER_NAMES = [
  ["a", "an", "one"],
  ["two", "a couple of", "couple of"],
  ["three"],
  ["four"],
  ["five"],
  ["six"],
  ["seven"],
  ["eight"],
  ["nine"],
  ["ten"],
  ["eleven"],
  ["twelve"],
];

const indexed = (lists: string[][], first: number) =>
  new Map(lists.flatMap((words, index) => words.map((word) => [word, index + first] as const)));
const weekdays = indexed(WEEKDAY_NAMES, 0);
const months = indexed(MONTH_NAMES, 1);
const numbers = indexed(NUMBER_NAMES, 1);

const oneOf = (words: Iterable<string>) =>
  [...words].toSorted((one, other) => other.length - one.length).join("|");

/** No letter or digit follows: the word ends. */
export const END = String.raw`(?![\p{L}\p{N}_]|['’]\p{L})`;
export const WEEKDAY = String.raw`(?:${oneOf(weekdays.keys())})${END}\.?`;
/** "mondays", which is each of them. */
export const WEEKDAYS = String.raw`(?:${oneOf(weekdays.keys())})s?${END}\.?`;
export const MONTH = String.raw`(?:${oneOf(months.keys())})${END}\.?`;
export const NUMBER = String.raw`(?:\d{1,4}|${oneOf(numbers.keys())})${END}`;

const bare = (word: string) => word.toLowerCase().replace(/\.$/, "").replaceAll(/\s+/g, " ");
const singular = (word: string) => (weekdays.has(word) ? word : word.replace(/s$/, ""));

/** 0 is Monday. */
export const weekdayNamed = (word: string): number => weekdays.get(singular(bare(word))) ?? -1;
export const monthNamed = (word: string): number => months.get(bare(word)) ?? -1;
export const numberNamed = (word: string): number => numbers.get(bare(word)) ?? Number.parseInt(word, 10);

const NTHS = ["first", "second", "third", "fourth", "fifth"];
/** "2nd" and "second"; -1 is the last. */
export const nthNamed = (word: string): number => {
  if (/^l/i.test(word)) return -1;
  return /^\d/.test(word) ? Number(word[0]) : NTHS.indexOf(word.toLowerCase()) + 1;
};

/** A pattern that is asked at one place of the text. */
export const sticky = (...parts: string[]): RegExp => new RegExp(parts.join(""), "iuy");

export function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Something read at a place of the text, up to `to`. */
export type Read<Value> = Value & { to: number };

/** Places where a word or a number begins. */
export function* wordStarts(text: string): Generator<number> {
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_'’.:/$€£#@&+-]|\d,)(?:[\p{L}\p{N}]|@(?=\s?\d))/gu))
    yield index;
}

const FREE =
  /\s*(?:$|[,.;:!?)\]}(–—-]|\uE001|(?:on|at|by|for|from|to|with|until|till|in|and|or|every|each|today|tomorrow|tonight|this|next|due|remind|starting|about|re|via|w\/|morning|afternoon|evening|night|noon|daily|weekly|monthly|yearly)(?![\p{L}\p{N}])|[#@!~"]|\d)/iuy;

/** Whether no noun follows that the words before it would belong to, as in "5 eggs" and "the 5th floor". */
export function isFreeAfter(text: string, to: number): boolean {
  return matchAt(FREE, text, to) !== null || matchAt(WEEKDAY_NEXT, text, to) !== null;
}
const WEEKDAY_NEXT = sticky(String.raw`\s*(?:${WEEKDAY}|${MONTH}\s*\d)`);
