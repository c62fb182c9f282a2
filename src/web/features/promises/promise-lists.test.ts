import { expect, test } from "vitest";
import type { LedgerPromise } from "#contract/promises.ts";
import { decided, type Listed, withMoved } from "./promise-lists.ts";

const DAY = "2031-03-10";
const promise = (n: number, due: string | null): LedgerPromise => ({
  id: `0190c0de-0000-7000-8000-00000000000${n}`,
  noteId: "0190c0de-0000-7000-8000-000000000099",
  noteTitle: "Talk",
  blockId: null,
  sentence: `Promise ${n}`,
  from: null,
  to: "Ana",
  isToMe: false,
  what: `Do ${n}`,
  due,
  status: "open",
  decision: "open",
  taskId: null,
});
const [one, two, three] = [promise(1, "2031-03-12"), promise(2, "2031-03-14"), promise(3, null)];
const OPEN: Listed = { promises: [one, two, three], counts: { open: 3, late: 0, kept: 4, dropped: 0 } };
const told = ({ promises, counts }: Listed) => [promises.map(({ what }) => what), counts];
test("a promise that is decided leaves its list and is counted where it goes; taken back, it stands where it stood", () => {
  const kept = decided(two, "kept", DAY);
  const after = withMoved(OPEN, "open", two, kept);
  expect(told(after)).toEqual([["Do 1", "Do 3"], { open: 2, late: 0, kept: 5, dropped: 0 }]);
  expect(withMoved(after, "open", kept, two)).toEqual(OPEN);
  expect(withMoved({ ...OPEN, promises: [] }, "kept", two, kept).promises).toEqual([kept]);
  expect(decided(two, "dismissed", DAY).status).toBeNull();
  expect([decided(kept, "open", DAY).status, decided(kept, "open", "2031-03-15").status]).toEqual([
    "open",
    "late",
  ]);
});

test("a promise of which a task was made stays where it is, and several decisions of one are as the last", () => {
  const isTask = { ...one, taskId: "0190c0de-0000-7000-8000-000000000077" };
  expect(withMoved(OPEN, "open", one, isTask)).toEqual({ ...OPEN, promises: [isTask, two, three] });
  const kept = decided(one, "kept", DAY);
  const both = withMoved(withMoved(OPEN, "open", one, kept), "open", kept, decided(kept, "dismissed", DAY));
  expect(told(both)).toEqual([["Do 2", "Do 3"], { open: 2, late: 0, kept: 4, dropped: 0 }]);
});
