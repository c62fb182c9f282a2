import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { type QuickAdd, readQuickAdd } from "./quick-add.ts";

/** A Wednesday, ten in the morning. */
const NOW = new Date("2026-11-25T10:00:00Z");

const NOTHING: QuickAdd = {
  kind: "task",
  title: "",
  date: null,
  time: null,
  endDate: null,
  endTime: null,
  minutes: null,
  tags: [],
  priority: null,
  rrule: null,
  location: null,
  remindAt: null,
  project: null,
};

/** What a phrase says; what it leaves out is null. */
type Phrase = { text: string } & Partial<QuickAdd>;

const tableOf = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const own = tableOf("quick-add-own.json") as Phrase[];
/** Written before anybody could see what the parser makes of them, and not changed since. */
const frozen = tableOf("quick-add-frozen.json") as { now: string; phrases: Phrase[] };

const read = (text: string, ignore: [number, number][] = [], now = NOW) => {
  const { parts, ...answer } = readQuickAdd(text, { now, ignore });
  return { parts, answer };
};
const named = (phrases: Phrase[]) => phrases.map(({ text, ...says }) => [text, says] as const);

describe("phrases of our own", () => {
  test.each(named(own))("%s", (text, says) => expect(read(text).answer).toEqual({ ...NOTHING, ...says }));
});

describe("phrases written without sight of the parser", () => {
  const now = new Date(`${frozen.now}Z`);
  test.each(named(frozen.phrases))("%s", (text, says) =>
    expect(read(text, [], now).answer).toEqual({ ...NOTHING, ...says }),
  );
});

test("there are enough of both", () => {
  expect(own.length + frozen.phrases.length).toBeGreaterThanOrEqual(300);
  expect(frozen.phrases.length).toBeGreaterThanOrEqual(100);
});

test("each part says where it stands, and becomes words when it is taken back", () => {
  const text = "Lunch tomorrow 12-13 at Nero #food";
  const { parts } = read(text);
  expect(parts).toEqual([
    { part: "date", from: 6, to: 14, text: "tomorrow" },
    { part: "span", from: 15, to: 20, text: "12-13" },
    { part: "location", from: 21, to: 28, text: "at Nero" },
    { part: "tag", from: 29, to: 34, text: "#food" },
  ]);
  expect(read(text, [[15, 20]]).answer).toEqual({
    ...NOTHING,
    title: "Lunch 12-13 at Nero",
    date: "2026-11-26",
    tags: ["food"],
  });
  expect(read(text, [[29, 34]]).answer).toMatchObject({ title: "Lunch at Nero #food", tags: [] });
});

/** Takes back all parts there are, and those that are found instead, until none is left. */
function withoutParts(text: string) {
  const ignore: [number, number][] = [];
  for (let round = 0; round <= text.length; round++) {
    const { parts, answer } = read(text, ignore);
    if (parts.length === 0) return answer;
    ignore.push(...parts.map(({ from, to }): [number, number] => [from, to]));
  }
  throw new Error("There are always more parts.");
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const PIECES = [
  ..."tomorrow|today|friday|sat|may|dec 24|12/24|24.12.|2026-12-24|12-13|from|to|at|on|by|until|for|every|15th|last|next".split(
    "|",
  ),
  ..."week|month|monday and thursday|9am|5pm|14:30|noon|midnight|remind me|10 minutes before|2 hours|5 times|in 3 days".split(
    "|",
  ),
  ...'#tag|#42|!high|p1|~30m|~|@|@ Nero|at Cafe Nero|"|“|(|)|-|–|,|:|.|24/7|v2.1|a@b.de|https://a.de/1|\n|\t|🎉|👩‍👩‍👧|مرحبا|明日|é|İ|ſ|K'.split(
    "|",
  ),
];
const phrases = fc
  .array(
    fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 6 }), fc.nat().map(String)),
    {
      maxLength: 14,
    },
  )
  .chain((pieces) => fc.constantFrom(" ", "", "  ").map((between) => pieces.join(between)));

const ANSWER = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  endDate: /^\d{4}-\d{2}-\d{2}$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  endTime: /^([01]\d|2[0-3]):[0-5]\d$/,
  remindAt: /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/,
};

test(`no text is too much, and without its parts it is what was written (seed ${seed})`, () => {
  fc.assert(
    fc.property(phrases, (text) => {
      const { answer, parts } = read(text);
      for (const [name, form] of Object.entries(ANSWER)) {
        const value = answer[name as keyof typeof ANSWER];
        if (value !== null) expect(value, name).toMatch(form);
      }
      for (const { from, to, text: words } of parts) expect(text.slice(from, to)).toBe(words);
      expect(parts.every(({ from }, index) => index === 0 || parts[index - 1]!.to <= from)).toBe(true);
      expect(withoutParts(text)).toEqual({ ...NOTHING, title: oneLine(text) });
    }),
    { seed, numRuns: 1500 },
  );
});

test.each([
  ["long", "tomorrow or the day after the day after ".repeat(250)],
  ["digits", "1".repeat(10_000)],
  ["dates", "12/".repeat(3_000)],
  ["times", "9-10-11-12-".repeat(1_000)],
  ["rules", "every monday and tuesday and ".repeat(400)],
  ["reminders", "remind me remind me at ".repeat(400)],
  ["spaces", `tomorrow${" ".repeat(9_000)}at 9`],
  ["tags", "#a".repeat(5_000)],
  ["quotes", '"“„'.repeat(3_000)],
  ["names", `@ ${"The Of ".repeat(1_400)}`],
  ["emoji", "👩‍👩‍👧🎉".repeat(1_000)],
  ["right to left", "‮اجتماع غدا في الساعة 9 ".repeat(300)],
  ["only parts", "#a !high ~5m p1 tomorrow 9am every day remind me at 9 @ Nero "],
])("a text made to be hard to read is read soon: %s", (_name, text) => {
  read(text);
  const start = performance.now();
  const { answer } = read(text);
  // A frame is 16 ms on a machine that does nothing else; what grows with the square of the length takes seconds.
  expect(performance.now() - start).toBeLessThan(200);
  expect(answer.title).not.toBe("");
});

test("a phrase is read within a frame, once the first was", () => {
  const times = [...own, ...frozen.phrases]
    .map(({ text }) => {
      const start = performance.now();
      read(text);
      return performance.now() - start;
    })
    .toSorted((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)]!;
  console.log(`Reading a phrase: median ${median.toFixed(2)} ms of ${times.length}`);
  expect(median).toBeLessThan(16);
});
