import { expect, test } from "vitest";
import type { LedgerPromise } from "#contract/promises.ts";
import { byRelation } from "./promise-words.ts";

const promised = (from: string | null, to: string | null, isToMe = false): LedgerPromise => ({
  ...{
    id: crypto.randomUUID(),
    noteId: "n",
    noteTitle: "",
    blockId: null,
    sentence: "",
    what: "",
    due: null,
  },
  ...{ from, to, isToMe, status: "open", decision: "open", taskId: null },
});

test("promises stand under who owes whom, one's own first", () => {
  const all = [
    ...[promised("Tom", null, true), promised(null, "Ana"), promised("Tom", "Ana"), promised(null, null)],
    ...[promised("Eva", null), promised(null, "Ana"), promised("Tom", null, true)],
  ];
  expect(byRelation(all).map(([heading, { length }]) => `${heading}: ${length}`)).toEqual([
    ...["You owe Ana: 2", "You promised: 1", "Tom owes you: 2", "Tom owes Ana: 1", "Eva promised: 1"],
  ]);
});
