import { expect, test } from "vitest";
import type { Gap } from "#contract/gaps.ts";
import { withDismissed } from "./gap-lists.ts";

const gap = (id: string, lastAt: string): Gap => ({
  ...{ id, lastAt, question: `Question ${id}`, place: "search", count: 1, firstAt: "2026-01-01" },
  ...{ near: [], isDismissed: false },
});
const [one, two, three] = [gap("1", "2026-03-03"), gap("2", "2026-03-02"), gap("3", "2026-03-01")];
const ALL = {
  groups: [
    { word: "kiln", gaps: [one, three] },
    { word: null, gaps: [two] },
  ],
  total: 203,
};

test("a question that is dismissed leaves its group and the count; taken back, it stands where it stood, and once", () => {
  for (const [each, word] of [
    [one, "kiln"],
    [two, null],
    [three, "kiln"],
  ] as const) {
    const placed = { ...each, word };
    const after = withDismissed(ALL, { ...placed, isDismissed: true });
    expect(after.total).toBe(202);
    expect(after.groups.flatMap(({ gaps }) => gaps)).not.toContainEqual(each);
    expect(withDismissed(after, { ...placed, isDismissed: true })).toEqual(after);
    expect(withDismissed(after, placed)).toEqual(ALL);
    expect(withDismissed(ALL, placed)).toEqual(ALL);
  }
});

test("a question whose group is gone meanwhile gets it back", () => {
  const { groups } = withDismissed({ groups: [], total: 0 }, { ...one, word: "kiln" });
  expect(groups).toEqual([{ word: "kiln", gaps: [one] }]);
});
