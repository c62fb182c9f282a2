import { expect, test } from "vitest";
import { anchorRow } from "./anchor-row.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
/** In sight are the rows from `e` to `i`. */
const kept = (after: string) => {
  const found = anchorRow(rows("abcdefghijklm"), rows(after), 4, 8);
  return found && `${"abcdefghijklm"[found.was]} at ${found.is}`;
};

test.each([
  ["a row comes in above", "Xabcdefghijklm", "e at 5"],
  ["a row above is deleted", "abdefghijklm", "e at 3"],
  ["a row comes in below what is in sight", "abcdefghijklmX", "e at 4"],
  ["a row comes in between those in sight", "abcdefXghijklm", "e at 4"],
  ["the first in sight is deleted", "abcdfghijklm", "f at 4"],
  ["the first in sight was moved to the top", "eabcdfghijklm", "f at 5"],
  ["the first in sight was moved to the end", "abcdfghijklme", "f at 4"],
  ["a row in sight was moved to the top", "gabcdefhijklm", "e at 5"],
  ["a row from below was moved to the top", "mabcdefghijkl", "e at 5"],
  ["nothing of it is left", "XYZ", null],
  ["all that was in sight is gone", "abcdjklm", null],
])("%s", (_, after, answer) => {
  expect(kept(after)).toBe(answer);
});
