import { expect, test } from "vitest";
import { choicesOf, filterOf } from "./explorer-choices.ts";

test("the address decides, then what was chosen last, then the product", () => {
  expect(choicesOf({}, undefined)).toEqual({ layout: "list", sort: "updated", order: "desc" });
  const remembered = { layout: "table", sort: "words", order: "asc" } as const;
  expect(choicesOf({}, remembered)).toEqual(remembered);
  expect(choicesOf({ sort: "title", layout: "grid" }, remembered)).toEqual({
    layout: "grid",
    sort: "title",
    order: "asc",
  });
  expect(choicesOf({ sort: "nonsense", layout: "heap", order: "up" }, remembered)).toEqual(remembered);
});

test("the usual order is not named, and several tags are any of them", () => {
  const usual = choicesOf({}, undefined);
  expect(filterOf({}, usual, null)).toEqual({ trashed: false });
  expect(filterOf({ tag: "a" }, usual, "f")).toEqual({ folderId: "f", tag: "a", trashed: false });
  expect(
    filterOf({ tag: "a,b", has: "tasks", category: "work" }, choicesOf({ sort: "title" }, undefined), null),
  ).toEqual({
    tags: ["a", "b"],
    category: "work",
    hasOpenTasks: true,
    sort: "title",
    order: "asc",
    trashed: false,
  });
});
