import { expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { CitationFilter } from "./check-citations.ts";

const PASSAGES = [
  "The roof was repaired in October 2026 by Huber; it cost 4,300 euros.",
  "Ana's dentist is Dr. Weiss, Monday mornings only.",
  "屋根の修理は十月に終わりました。費用は四千ユーロです。",
];

function answered(text: string, size = text.length): { shown: string; filter: CitationFilter } {
  const filter = new CitationFilter(PASSAGES);
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.feed(text.slice(at, at + size));
  return { shown: shown + filter.end(), filter };
}

test("a citation with words of its passage passes, whatever the size of the pieces it comes in", () => {
  const text = 'Huber repaired the roof in October [1: "cost 4,300 euros"]. The dentist is Dr. Weiss [2].';
  for (const size of [1, 2, 3, 7, 1000]) {
    const { shown, filter } = answered(text, size);
    expect(shown).toBe("Huber repaired the roof in October[^1]. The dentist is Dr. Weiss[^2].");
    expect(filter.cited).toEqual([
      { passage: 0, quote: "cost 4,300 euros" },
      { passage: 1, quote: null },
    ]);
    expect(filter.removed).toBe(0);
  }
});

test("an invented number, words that stand nowhere, and a passage that says something else are taken out and counted", () => {
  for (const [text, shown] of [
    ["The roof was repaired [9].", "The roof was repaired."],
    ["The roof was repaired [0].", "The roof was repaired."],
    ['The roof was repaired [1: "by a company in Wien"].', "The roof was repaired."],
    ["The roof was repaired in October by Huber [2].", "The roof was repaired in October by Huber."],
    ["Cats sleep all day [1].", "Cats sleep all day."],
    ["Nothing else [^7] is known.", "Nothing else is known."],
  ] as const) {
    const { shown: passed, filter } = answered(text, 3);
    expect(passed).toBe(shown);
    expect(filter).toMatchObject({ removed: 1, cited: [] });
  }
});

test("the same citation twice in one place is shown once, and keeps its number later", () => {
  const { shown, filter } = answered("Huber repaired the roof [1][1] [1, 1]. It cost 4,300 euros [1].");
  expect(shown.replaceAll(/\s+/g, " ")).toBe("Huber repaired the roof[^1]. It cost 4,300 euros[^1].");
  expect(filter.cited).toHaveLength(1);
});

test("a mark at the beginning of its sentence waits for what it is about", () => {
  expect(answered("According to [1] the roof was repaired by Huber. Yes.", 4).shown).toBe(
    "According to[^1] the roof was repaired by Huber. Yes.",
  );
  expect(answered("According to [1] cats sleep all day. Yes.", 4).shown).toBe(
    "According to cats sleep all day. Yes.",
  );
});

test("a link that looks like a citation is dropped with its address", () => {
  const { shown, filter } = answered(
    "The roof was repaired [1](https://evil.example/?q=secret) by Huber.",
    5,
  );
  expect(shown).toBe("The roof was repaired by Huber.");
  expect(filter.removed).toBe(1);
});

test("brackets in code, boxes of lists and words in brackets stay as they are", () => {
  for (const text of [
    "```js\nconst one = list[1];\n```\nDone",
    "Use `list[1]` for it",
    "- [ ] call Ana\n- [x] call Huber",
    "He said [sic] so",
    "see [the offer](https://example.com/a)",
    "an open [ bracket\nand more",
    "an open bracket at the end [1",
    "``a ` [1]`` b",
  ]) {
    for (const size of [1, 4, 1000]) expect(answered(text, size).shown).toBe(text);
  }
});

test("citations are checked in Japanese, and in an answer of another language by their words", () => {
  expect(answered("屋根の修理は十月に終わりました【3】。", 2).shown).toBe(
    "屋根の修理は十月に終わりました[^1]。",
  );
  expect(answered("Das Dach war im Oktober fertig [3: 「十月に終わりました」].", 2).shown).toBe(
    "Das Dach war im Oktober fertig[^1].",
  );
  expect(answered("Das Dach war im Oktober fertig [3: 「九月に終わりました」].", 2).shown).toBe(
    "Das Dach war im Oktober fertig.",
  );
});

test("of thousands of forged, shifted and doubled citations none is shown that does not hold", () => {
  console.info(`CAIRN_SEED=${seed}`);
  const random = randomFrom(seed);
  for (let round = 0; round < 2_000; round++) {
    const right = Math.floor(random() * 3);
    const named = Math.floor(random() * 6) - 1;
    const isQuoted = random() < 0.5;
    const quoted = PASSAGES[Math.floor(random() * 3)]!.slice(3, 20);
    const mark = isQuoted ? `[${named + 1}: "${quoted}"]` : `[${named + 1}]`;
    const { filter } = answered(
      `${PASSAGES[right]!.replace(/[.。]$/, "")} ${mark}.`,
      1 + Math.floor(random() * 9),
    );
    for (const { passage, quote } of filter.cited) {
      if (quote) expect(PASSAGES[passage]!.toLowerCase()).toContain(quote.toLowerCase());
      else expect(passage).toBe(right);
    }
  }
});
