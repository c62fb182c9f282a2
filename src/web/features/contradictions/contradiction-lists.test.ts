import { expect, test } from "vitest";
import type { Contradiction } from "#contract/contradictions.ts";
import { withSettled } from "./contradiction-lists.ts";

const side = (day: string) => ({
  ...{ claimId: "c", noteId: "n", noteTitle: "", blockId: null, sentence: "" },
  day,
});
const pair = (id: string, day: string): Contradiction => ({
  ...{ id, isSameDay: false, older: side("2026-01-01") },
  newer: side(day),
});
const [one, two, three] = [pair("1", "2026-03-03"), pair("2", "2026-02-02"), pair("3", "2026-02-01")];

test("a pair that is settled leaves the list and its count; taken back, it stands by its day, and once", () => {
  const all = { pairs: [one, two, three], total: 203 };
  const after = withSettled(all, { ...two, isSettled: true });
  expect(after).toEqual({ pairs: [one, three], total: 202 });
  expect(withSettled(after, { ...two, isSettled: true })).toEqual(after);
  expect(withSettled(after, { ...two, isSettled: false })).toEqual(all);
  expect(withSettled(all, { ...two, isSettled: false })).toEqual(all);
});
