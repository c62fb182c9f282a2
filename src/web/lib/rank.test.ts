import { expect, test } from "vitest";
import { fit, ranked } from "./rank.ts";

const titles = [
  "New note",
  "New folder...",
  "Notes",
  "Dashboard",
  "Next month",
  "Überblick",
  "Add to favorites",
];
const best = (query: string) =>
  ranked(
    query,
    titles.map((title) => ({ title })),
    3,
  ).map(({ item }) => item.title);

test.each([
  ["note", "Notes"],
  ["new n", "New note"],
  ["note new", "New note"],
  ["nn", "New note"],
  ["dash", "Dashboard"],
  ["dshb", "Dashboard"],
  ["uberbl", "Überblick"],
  ["FAV", "Add to favorites"],
])("%s finds %s first", (query, title) => {
  expect(best(query)[0]).toBe(title);
});

test("what does not hold every word is not found", () => {
  expect(best("note zebra")).toEqual([]);
  expect(fit("xyz", "Dashboard")).toBeNull();
});

test("letters scattered over a text do not count as found", () => {
  expect(fit("dsh", "Do all your shopping early")).toBeNull();
});

test("the letters that were found are marked, touching marks as one", () => {
  expect(fit("new note", "New note")?.marks).toEqual([
    [0, 3],
    [4, 8],
  ]);
  expect(fit("dash dashb", "Dashboard")?.marks).toEqual([[0, 5]]);
});

test("further words find it, without marks, below what says it in the title", () => {
  expect(fit("star", "Add to favorites", "star pin")?.marks).toEqual([]);
  const found = ranked(
    "star",
    [{ title: "Add to favorites", keywords: "star pin" }, { title: "Star chart" }],
    5,
  );
  expect(found.map(({ item }) => item.title)).toEqual(["Star chart", "Add to favorites"]);
});

test("signs of a pattern and letters outside of the first plane do no harm", () => {
  expect(fit("a.*(b", "a.*(b")?.marks).toEqual([[0, 5]]);
  expect(fit("tent", "🏔️ tent")).not.toBeNull();
});
