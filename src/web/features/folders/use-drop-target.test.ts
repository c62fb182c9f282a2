import { expect, test } from "vitest";
import type { Folder } from "#contract/folders.ts";
import { mayMove } from "./use-drop-target.ts";

const folders = [
  { id: "a", parentId: null },
  { id: "b", parentId: "a" },
  { id: "c", parentId: "b" },
  { id: "d", parentId: null },
] as Folder[];

test.each([
  ["a", "d", true],
  ["c", "a", true],
  ["c", null, true],
  ["a", null, false],
  ["b", "a", false],
  ["a", "a", false],
  ["a", "c", false],
  ["gone", "a", false],
])("moving %s under %s: %s", (folderId, parentId, may) => {
  expect(mayMove(folders, folderId, parentId)).toBe(may);
});
