import { expect, test } from "vitest";
import { AsItComes } from "./as-it-comes.ts";

/** As an answer comes: some letters at a time. */
function comes(text: string, letters = 7): string[] {
  const answer = new AsItComes();
  const said: string[] = [];
  for (let end = letters; end < text.length; end += letters)
    said.push(...answer.next(text.slice(0, end), false));
  return [...said, ...answer.next(text, true)];
}

test.each([
  ["The roof cost 4,300 euros[^1]. Huber did it. ", ["The roof cost 4,300 euros.", "Huber did it."]],
  ["Call Dr. Who, e.g. on Monday. Then rest well.", ["Call Dr. Who, e.g. on Monday.", "Then rest well."]],
  [
    "Two things:\n\n1. Buy some milk\n2. Call the doctor",
    ["Two things:", "Buy some milk", "Call the doctor"],
  ],
  [
    "It is **bold and brave**. [Look](https://a.example/b.c) there.",
    ["It is bold and brave.", "Look there."],
  ],
  ["今日は晴れです。明日は雨が降るでしょう。", ["今日は晴れです。明日は雨が降るでしょう。"]],
  ["No end", ["No end"]],
  ["", []],
])("%j is said as %j", (text, said) => {
  for (const letters of [1, 3, 7, 1_000]) expect(comes(text, letters).join(" ")).toBe(said.join(" "));
  expect(comes(text)).toEqual(said);
});

test("the first sentence can be said before the second is there", () => {
  const answer = new AsItComes();
  expect(answer.next("The roof cost 4,300", false)).toEqual([]);
  expect(answer.next("The roof cost 4,300 euros. It was", false)).toEqual(["The roof cost 4,300 euros."]);
  expect(answer.next("The roof cost 4,300 euros. It was Huber.", true)).toEqual(["It was Huber."]);
  expect(answer.next("The roof cost 4,300 euros. It was Huber.", true)).toEqual([]);
});

test("code is not read aloud, also while it isn't whole", () => {
  const text = "Run this line here.\n\n```js\nalert(1). Yes. No.\n```\n\nThat is all.";
  expect(comes(text, 3)).toEqual([
    "Run this line here.",
    "Some code follows, which isn't read aloud.",
    "That is all.",
  ]);
});
