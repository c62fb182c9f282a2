import { expect, test } from "vitest";
import { merge } from "./merge.ts";

test.each([
  ["what nobody else changed is as it was made", ["a"], ["a", "b"], ["a"], ["a", "b"]],
  ["two who add to a list both do", ["a"], ["a", "b"], ["a", "c"], ["a", "b", "c"]],
  ["two who begin a list both do", undefined, ["b"], ["c"], ["b", "c"]],
  ["what one takes and the other adds", ["a", "b"], ["b"], ["a", "b", "c"], ["b", "c"]],
  ["what the other took stays away", ["a", "b"], ["b", "a"], ["a"], ["a"]],
  ["a change that comes twice does nothing more", ["a"], ["b"], ["b", "c"], ["b", "c"]],
  [
    "fields of a record are changed each by itself",
    { from: "09:00", to: "17:00", days: [1, 2] },
    { from: "08:00", to: "17:00", days: [1, 2, 3] },
    { from: "09:00", to: "16:00", days: [2] },
    { from: "08:00", to: "16:00", days: [2, 3] },
  ],
  [
    "a field that is taken away",
    { push: true, email: true },
    { email: true },
    { push: true, email: false },
    { email: false },
  ],
  ["what both changed is as it was made last", { name: "a" }, { name: "b" }, { name: "c" }, { name: "b" }],
  ["null takes all away", { name: "a" }, null, { name: "c" }, null],
  [
    "an entry that has an address is the same one with another name",
    [{ email: "a@x", name: "" }],
    [
      { email: "a@x", name: "Ann" },
      { email: "b@x", name: "" },
    ],
    [
      { email: "a@x", name: "" },
      { email: "c@x", name: "" },
    ],
    [
      { email: "a@x", name: "Ann" },
      { email: "b@x", name: "" },
      { email: "c@x", name: "" },
    ],
  ],
])("%s", (_, before, after, now, merged) => {
  expect(merge(before, after, now)).toEqual(merged);
});
