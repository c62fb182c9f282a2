import { folded } from "./folded.ts";

/** What is said of a thing: comparable with another of the same kind, as far as `unit` is the same. */
export type Value =
  | { kind: "date"; year: number | null; month: number; day: number }
  | { kind: "amount"; number: number; unit: string }
  | { kind: "name"; name: string };

const MONTHS = [
  ["jan", "january", "januar", "janner"],
  ["feb", "february", "februar"],
  ["mar", "march", "marz"],
  ["apr", "april"],
  ["may", "mai"],
  ["jun", "june", "juni"],
  ["jul", "july", "juli"],
  ["aug", "august"],
  ["sep", "sept", "september"],
  ["oct", "october", "okt", "oktober"],
  ["nov", "november"],
  ["dec", "december", "dez", "dezember"],
];
const monthOf = (word: string): number =>
  MONTHS.findIndex((names) => names.includes(folded(word).replace(/\.$/, ""))) + 1;

const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAY_FIRST = /^(?:the )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (\p{L}{3,9})\.?,?(?: (\d{4}))?$/iu;
const MONTH_FIRST = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/iu;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;

/** A day that is named by its month; days that only the week tells, and numbers with slashes, are none. */
export function dateOf(words: string): Value | null {
  const text = words.trim();
  const iso = ISO.exec(text);
  if (iso) return dated(iso[1], Number(iso[2]), iso[3]!);
  const first = DAY_FIRST.exec(text);
  if (first) return dated(first[3], monthOf(first[2]!), first[1]!);
  const last = MONTH_FIRST.exec(text);
  if (last) return dated(last[3], monthOf(last[1]!), last[2]!);
  const dotted = DOTTED.exec(text);
  return dotted ? dated(dotted[3], Number(dotted[2]), dotted[1]!) : null;
}

function dated(year: string | undefined, month: number, date: string): Value | null {
  const day = Number(date);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return { kind: "date", year: year ? Number(year) : null, month, day };
}

const UNITS: Record<string, [unit: string, times: number]> = {
  ...Object.fromEntries(["€", "eur", "euro", "euros"].map((name) => [name, ["eur", 1]])),
  ...Object.fromEntries(["$", "usd", "dollar", "dollars"].map((name) => [name, ["usd", 1]])),
  ...Object.fromEntries(["£", "gbp", "pounds"].map((name) => [name, ["gbp", 1]])),
  ...Object.fromEntries(["chf", "franken", "francs"].map((name) => [name, ["chf", 1]])),
  ...Object.fromEntries(["%", "percent", "prozent"].map((name) => [name, ["%", 1]])),
  mm: ["m", 0.001],
  cm: ["m", 0.01],
  m: ["m", 1],
  ...Object.fromEntries(["meter", "meters", "metres", "metern"].map((name) => [name, ["m", 1]])),
  km: ["m", 1000],
  g: ["kg", 0.001],
  kg: ["kg", 1],
  t: ["kg", 1000],
  ...Object.fromEntries(["l", "liter", "liters", "litres"].map((name) => [name, ["l", 1]])),
  ml: ["l", 0.001],
  "m²": ["m²", 1],
  sqm: ["m²", 1],
  qm: ["m²", 1],
  kwh: ["kwh", 1],
};
const PERIODS: [RegExp, string][] = [
  [/^(?:per|a|each|im|pro) (?:month|monat)$|^monthly$|^monatlich$/i, "month"],
  [/^(?:per|a|each|im|pro) (?:year|jahr)$|^yearly$|^jährlich$/i, "year"],
  [/^(?:per|a|each|pro|am) (?:day|night|tag|nacht)$/i, "day"],
  [/^(?:per|a|an|each|pro) (?:hour|stunde)$/i, "hour"],
  [/^(?:per|a|each|pro) (?:person|head|kopf)$/i, "person"],
];
const AMOUNT =
  /^(?<sign>[€$£])?\s?(?<number>\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)\s?(?<unit>€|\$|£|%|m²|\p{L}{1,8})?(?:\s(?<rest>.+))?$/u;

/** A number with a unit, and what it is for; without a unit it is a count, and no amount. */
export function amountOf(words: string): (Value & { kind: "amount" }) | null {
  const read = AMOUNT.exec(words.trim())?.groups;
  if (!read) return null;
  const known = UNITS[(read["sign"] ?? read["unit"] ?? "").toLowerCase()];
  const number = numberOf(read["number"]!);
  if (!known || (read["sign"] && read["unit"]) || number === null) return null;
  const period = read["rest"] === undefined ? "" : PERIODS.find(([words]) => words.test(read["rest"]!))?.[1];
  if (period === undefined) return null;
  const [unit, times] = known;
  return { kind: "amount", number: number * times, unit: period === "" ? unit : `${unit} a ${period}` };
}

/** "2,400", "2.400,50" and "2400": what stands before three digits parts thousands, except after a zero. Null for what is no number. */
export function numberOf(digits: string): number | null {
  const plain = digits.replaceAll(/[' ]/g, "");
  const thousands = /^0+[.,]/.test(plain) ? plain : plain.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, "");
  const number = Number(thousands.replace(",", "."));
  return Number.isFinite(number) ? number : null;
}

/** Months, days, things that begin with a capital and are nobody. */
const NO_NAMES =
  /^(?:the|a|an|it|this|that|he|she|they|we|you|i|not|no|none|nobody|everyone|everybody|someone|anyone|unknown|open|closed|done|yes|tbd|todo|new|old|der|die|das|ein|eine|es|wir|sie|er|ich|nicht|niemand|alle|monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/i;

/** One to three words with capitals: a person, as far as its place says that it is one. */
export function personOf(words: string): Value | null {
  const parts = words
    .trim()
    .replace(/^(?:Mr|Mrs|Ms|Dr|Herr|Frau)\.? /, "")
    .split(" ");
  const isName = parts.every((part) => /^\p{Lu}[\p{Ll}’'-]+(?:-\p{Lu}\p{Ll}+)?$/u.test(part));
  if (parts.length > 3 || !isName || parts.some((part) => NO_NAMES.test(part) || monthOf(part) > 0))
    return null;
  return { kind: "name", name: folded(parts.join(" ")) };
}

/** Whether two values of the same attribute can't both be true; what can't be compared can. */
export function differ(one: Value, other: Value): boolean {
  if (one.kind === "date" && other.kind === "date") {
    const isSameYear = one.year === null || other.year === null || one.year === other.year;
    return !isSameYear || one.month !== other.month || one.day !== other.day;
  }
  if (one.kind === "amount" && other.kind === "amount")
    return (
      one.unit === other.unit &&
      Math.abs(one.number - other.number) > 0.005 * Math.max(one.number, other.number)
    );
  if (one.kind !== "name" || other.kind !== "name") return false;
  const [few, many] = [one.name.split(" "), other.name.split(" ")].toSorted((a, b) => a.length - b.length);
  return !few!.every((part) => many!.includes(part));
}
