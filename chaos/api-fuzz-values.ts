import { type JsonSchema, inputsFor } from "#testing/contract-inputs.ts";

type Random = () => number;
export const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]!;

/** JSON as it goes over the wire: some of these cannot be made by JSON.stringify. */
const NASTY: readonly string[] = [
  "null",
  "true",
  "-1",
  "0",
  "1e999",
  "-1e308",
  "9007199254740993",
  "1.5",
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u2066"',
  `"${"x".repeat(100_000)}"`,
  `"${"\\ud83d\\ude00".repeat(5_000)}"`,
  "[]",
  "{}",
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  `[${"1,".repeat(20_000)}1]`,
  `"'; DROP TABLE notes_v2; --"`,
  '"%"',
  '"../../etc/passwd"',
  '"00000000-0000-0000-0000-000000000000"',
  '"018f0000-0000-7000-8000-000000000001"',
  '"NaN"',
  '"2026-13-45T99:99:99Z"',
  '"tag:"',
  '"\\"unclosed"',
  '"<script>alert(1)</script>"',
];

/** The body of a request to an operation: what it takes, with a few parts of it gone wrong. */
export function bodyFor(schema: JsonSchema, known: readonly string[], random: Random): string {
  const chance = random();
  if (chance < 0.03) return pick(["", "{", "[1", "\0", "null", '"text"', "{}{}", "\ufeff{}"], random);
  if (chance < 0.08) return pick(NASTY, random);
  const input = pick(
    inputsFor(schema, (_, format) => (format === "uuid" ? pick(known, random) : pick(WORDS, random))),
    random,
  );
  const text = JSON.stringify(input);
  const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|true|false|-?\d+/g)];
  if (places.length === 0 || chance > 0.9) return withStranger(text, random);
  const { index, 0: old } = pick(places, random);
  return text.slice(0, index) + pick(NASTY, random) + text.slice(index + old.length);
}

const WORDS = [
  "word",
  "a longer title",
  "tag:x y",
  "ünïcode ✓",
  "markdown",
  "*a **b*",
  "[x](javascript:1)",
  "1",
];

function withStranger(text: string, random: Random): string {
  const key = pick(['"__proto__"', '"constructor"', '"user_id"', '"extra"', '"id"'], random);
  return text.replace(/^\{/, `{${key}:${pick(NASTY, random)}${text === "{}" ? "" : ","}`);
}

const PARTS: readonly string[] = [
  "%00",
  "%ff",
  "..%2f..%2f",
  "__proto__",
  "null",
  "undefined",
  "%F0%9F%98%80",
  "a".repeat(4_000),
  "018f0000-0000-7000-8000-000000000001",
  "018F0000-0000-7000-8000-000000000001",
  "%7B%7D",
  "%",
];

/** A value of an address, rightly or wrongly encoded. */
export const partFor = (known: readonly string[], random: Random): string =>
  random() < 0.6 ? pick(known, random) : pick(PARTS, random);
