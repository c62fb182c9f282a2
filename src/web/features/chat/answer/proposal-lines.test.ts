import { expect, test } from "vitest";
import type { Changeset, PartState } from "#contract/changesets.ts";
import { linesOf, waitingOf } from "./proposal-lines.ts";

const part = (state: PartState) => ({ place: 0, before: "", after: "Milk", blockId: null, state });
const record = (place: number, title: string, state: PartState) => ({
  place,
  kind: "task" as const,
  recordId: `r${place}`,
  action: "create" as const,
  title,
  fields: [],
  state,
});
const changeset: Changeset = {
  id: "c1",
  title: "Changes",
  source: { kind: "chat" },
  createdAt: "2026-11-28T10:00:00Z",
  updatedAt: "2026-11-28T10:00:00Z",
  notes: [
    { noteId: "n1", title: "Half", parts: [part("refused"), part("proposed"), part("changed")] },
    { noteId: "n2", title: "Done", parts: [part("applied"), part("kept")] },
  ],
  records: [record(0, "Old", "applied"), record(1, "New", "proposed"), record(2, "No", "refused")],
};

test("what waits is named without what was refused or is done", () => {
  expect(linesOf(waitingOf(changeset))).toEqual(["Text of Half: 2 places", "New: New"]);
});

test("of more than are listed the rest is counted", () => {
  expect(linesOf(changeset, 3)).toEqual([
    "Text of Half: 3 places",
    "Text of Done: 2 places",
    "New: Old",
    "and 2 more",
  ]);
  expect(linesOf(changeset, Infinity)).toHaveLength(5);
});
