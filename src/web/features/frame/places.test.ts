import { expect, test } from "vitest";
import { arrange, placeAt, PLACES } from "./places.ts";

const ids = (places: readonly { id: string }[]) => places.map(({ id }) => id);

test("without choices every place stands where it belongs", () => {
  expect(arrange()).toEqual({ pinned: [], ...PLACES });
});

test("pinned places leave their group and stand in their own order", () => {
  const { pinned, library, write } = arrange({ pinned: ["trash", "explorer"] });
  expect(ids(pinned)).toEqual(["trash", "explorer"]);
  expect(ids(library)).not.toContain("trash");
  expect(ids(write)).toEqual(["dashboard", "projects", "editor"]);
});

test("hidden ones are nowhere, moved ones before the others of their group, unknown ids nothing", () => {
  const { write, review } = arrange({
    hidden: ["seo", "of-a-later-version"],
    order: ["editor", "dashboard", "of-a-later-version"],
  });
  expect(ids(write)).toEqual(["editor", "dashboard", "explorer", "projects"]);
  expect(ids(review)).toEqual(["analytics", "activity"]);
});

test("hiding wins over nothing: what is pinned and hidden stays pinned", () => {
  expect(ids(arrange({ hidden: ["files"], pinned: ["files"] }).pinned)).toEqual(["files"]);
});

test.each([
  ["/app/dashboard", {}, "dashboard"],
  ["/app/explorer", {}, "explorer"],
  ["/app/explorer", { view: "trash" }, "trash"],
  ["/app/explorer", { view: "favorites", sort: "title" }, "favorites"],
  ["/app/explorer", { view: "no such" }, "explorer"],
  ["/app/folders/1", {}, "explorer"],
  ["/app/editor/1", {}, "editor"],
  ["/app/files", { kind: "image" }, "files"],
  ["/app/shared", {}, "shared"],
  ["/app/voice-chat/1", {}, "chat"],
  ["/app/settings", {}, null],
  ["/", {}, null],
])("%s %j belongs to %s", (path, search, id) => {
  expect(placeAt(path, search)).toBe(id);
});
