import { expect, test } from "vitest";
import { numberAt } from "./json-path.ts";

const JSON_ANSWER = {
  data: {
    count: 42,
    list: [1, { n: "7.5" }],
    "page views": " -3 ",
    empty: null,
    on: true,
    big: 1e300,
    "a.b": 1,
  },
};

test.each([
  ["data.count", 42],
  ["$.data.count", 42],
  ["data.list[1].n", 7.5],
  ["data.list.1.n", 7.5],
  ['data["page views"]', -3],
  ['data["a.b"]', 1],
  ["data.list", 2],
])("at %s is %d", (path, value) => {
  expect(numberAt(JSON_ANSWER, path)).toBe(value);
});

test("an answer that is a number needs no path", () => {
  expect(numberAt(5, "")).toBe(5);
  expect(numberAt("5", "$")).toBe(5);
});

test.each([
  ["data.visits", "The answer has nothing at data.visits."],
  ["data.count.more", "The answer has nothing at data.count.more."],
  ["data.constructor", "The answer has nothing at data.constructor."],
  ["__proto__.x", "The answer has nothing at __proto__."],
  ["data.list[9]", "The answer has nothing at data.list.9."],
  ["data", "What is at data is a group of values, not a number."],
  ["data.empty", "What is at data.empty is empty, not a number."],
  ["data.on", "What is at data.on is true or false, not a number."],
  ["data.big", "What is at data.big is larger than any number that is kept."],
  ["data..count", "The path can't be read"],
  ["data[", "The path can't be read"],
  [`data${".a".repeat(40)}`, "The path can't be read"],
])("at %s there is no number, and why is said", (path, words) => {
  expect(() => numberAt(JSON_ANSWER, path)).toThrow(words);
});
