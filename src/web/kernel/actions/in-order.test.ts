import { expect, test } from "vitest";
import type { Action } from "./action.ts";
import { inOrder } from "./in-order.ts";

const action = (id: string, after?: string): Action => ({
  id,
  title: id,
  group: "Note",
  run: () => undefined,
  ...(after && { after }),
});
const ids = (...actions: Action[]) => inOrder(actions).map(({ id }) => id);

test("an action follows the one it names, several in their own order", () => {
  expect(ids(action("late", "first"), action("first"), action("later", "first"), action("last"))).toEqual([
    "first",
    "late",
    "later",
    "last",
  ]);
  expect(ids(action("c", "b"), action("b", "a"), action("a"))).toEqual(["a", "b", "c"]);
});

test("an action whose neighbour has not come yet keeps its place", () => {
  expect(ids(action("one"), action("two", "away"), action("three"))).toEqual(["one", "two", "three"]);
});
