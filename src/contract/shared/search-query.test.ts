import { expect, test } from "vitest";
import { hasFilters, parseQuery } from "./search-query.ts";

const parse = (query: string) => parseQuery(query, "2026-03-01");

test("words, phrases and tags are told apart", () => {
  expect(parse('Lake "old mountain" tag:Alps tag:"two words" tag:#sign')).toMatchObject({
    words: ["lake"],
    phrases: ["old mountain"],
    tags: ["alps", "two words", "sign"],
  });
  expect(hasFilters(parse("lake tag:alps"))).toBe(false);
});

test("operators narrow, and a dash excludes", () => {
  const query = parse(
    'in:"Work notes" in:home project:"Big move" is:favorite has:tasks has:image origin:human before:2026-05 after:2025 -draft -"not this" -tag:old x',
  );
  expect(query).toEqual({
    words: ["x"],
    phrases: [],
    tags: [],
    not: { words: ["draft"], phrases: ["not this"], tags: ["old"] },
    folders: ["work notes", "home"],
    projects: ["big move"],
    is: ["favorite"],
    has: ["task", "image"],
    origin: "human",
    before: "2026-05-01",
    after: "2025-01-01",
  });
  expect(hasFilters(query)).toBe(true);
});

test.each([
  ["after:today", "2026-03-01"],
  ["after:yesterday", "2026-02-28"],
  ["after:7d", "2026-02-22"],
  ["after:2024-02-29", "2024-02-29"],
])("%s is a day", (query, day) => {
  expect(parse(query).after).toBe(day);
});

test.each([
  "is:great",
  "has:fleas",
  "origin:ai",
  "before:noon",
  "after:2026-02-30",
  "after:0000-01-01",
  "-is:favorite",
])("what is no operator after all is looked for as it stands: %s", (query) => {
  expect(parse(query)).toMatchObject({ words: [query], is: [], has: [], before: null, after: null });
});

test("what is still being typed asks for nothing", () => {
  for (const query of ["tag:", "in:", 'in:"', "has:", "before:", '"', ""])
    expect(parse(query), query).toMatchObject({ words: [], phrases: [], tags: [], folders: [], has: [] });
});

test("a dash alone and within a word excludes nothing", () => {
  expect(parse("a - b well-known ->")).toMatchObject({ not: { words: [] } });
});
