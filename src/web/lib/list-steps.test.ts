import { expect, test } from "vitest";
import { placeAfter } from "./list-steps.ts";

const LIST = { columns: 1, inColumns: 4, all: 4 };
/** Five cards in lines of three, two rows below them. */
const CARDS = { columns: 3, inColumns: 5, all: 7 };

test.each([
  ["ArrowDown", 0, LIST, 1],
  ["ArrowDown", 3, LIST, 3],
  ["ArrowUp", 0, LIST, 0],
  ["ArrowUp", 3, LIST, 2],
  ["ArrowRight", 1, LIST, null],
  ["Home", 3, LIST, 0],
  ["End", 0, LIST, 3],
  ["Enter", 0, LIST, null],
  ["ArrowRight", 1, CARDS, 2],
  ["ArrowLeft", 0, CARDS, 0],
  ["ArrowDown", 1, CARDS, 4],
  // The last line is shorter.
  ["ArrowDown", 2, CARDS, 4],
  ["ArrowDown", 3, CARDS, 5],
  ["ArrowDown", 4, CARDS, 5],
  ["ArrowDown", 5, CARDS, 6],
  ["ArrowDown", 6, CARDS, 6],
  ["ArrowUp", 6, CARDS, 5],
  ["ArrowUp", 5, CARDS, 4],
  ["ArrowUp", 4, CARDS, 1],
  ["End", 0, CARDS, 6],
  ["ArrowDown", 4, { columns: 3, inColumns: 5, all: 5 }, 4],
])("%s at %i of %o leads to %s", (key, at, places, to) => {
  expect(placeAfter(key, at, places)).toBe(to);
});
