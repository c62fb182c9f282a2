import { expect, test } from "vitest";
import { readRange } from "./read-range.ts";

test.each([
  [undefined, 10, null],
  ["", 10, null],
  ["bytes=0-", 10, { start: 0, end: 9 }],
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  ["bytes=2-5", 10, { start: 2, end: 5 }],
  ["bytes=2-500", 10, { start: 2, end: 9 }],
  ["bytes=-3", 10, { start: 7, end: 9 }],
  ["bytes=-30", 10, { start: 0, end: 9 }],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=5-2", 10, null],
  ["bytes=-", 10, null],
  ["bytes=0-1,3-4", 10, null],
  ["lines=0-1", 10, null],
  ["bytes=99999999999999999999-", 10, null],
] as const)("%j of %d bytes", (header, size, expected) => {
  expect(readRange(header, size)).toEqual(expected);
});
