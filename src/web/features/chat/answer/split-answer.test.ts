import { expect, test } from "vitest";
import { splitAnswer } from "./split-answer.ts";

test("an answer is cut between its blocks, and all of it stays", () => {
  const text = "# One\n\nTwo\nthree\n\n- a\n- b\n\n  inside b\n\n```js\nx\n\ny\n```\n\nend";
  expect(splitAnswer(text)).toEqual([
    "# One\n\n",
    "Two\nthree\n\n",
    "- a\n- b\n\n  inside b\n\n",
    "```js\nx\n\ny\n```\n\n",
    "end",
  ]);
  expect(splitAnswer(text).join("")).toBe(text);
  expect(splitAnswer("")).toEqual([]);
});

test("of an answer that grows only the last piece changes", () => {
  const text = "One is **bold**.\n\nTwo\n\n~~~~\na\n\n~~~\n\nb\n~~~~\n\n1. x\n\n2. y";
  let before: string[] = [];
  for (let length = 1; length <= text.length; length++) {
    const pieces = splitAnswer(text.slice(0, length));
    expect(pieces.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    before = pieces;
  }
});
