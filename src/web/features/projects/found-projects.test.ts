import { expect, test } from "vitest";
import { projectQueryOf } from "./project-query.ts";

test.each([
  ["project:", "", ""],
  ["lamps project:bi", "lamps ", "bi"],
  ['lamps project:"Big m', "lamps ", "Big m"],
  ['project:"果樹', "", "果樹"],
  ["PROJECT:x", "", "x"],
])("in %j a name is being typed", (query, before, part) => {
  expect(projectQueryOf(query)).toEqual({ before, part });
});

test.each(['project:"Big Move"', 'project:"Big Move" lamps', "myproject:x", "project: lamps", "project"])(
  "in %j none is",
  (query) => {
    expect(projectQueryOf(query)).toBeNull();
  },
);
