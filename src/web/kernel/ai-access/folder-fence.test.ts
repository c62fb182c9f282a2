import { expect, test } from "vitest";
import type { Folder } from "#contract/folders.ts";
import { fenceOfFolder } from "./folder-fence.ts";

const aFolder = (name: string, parentId: string | null, aiAccess: Folder["aiAccess"] = "any"): Folder => ({
  id: name,
  name,
  parentId,
  aiAccess,
  noteCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
});
const fence = (folders: Folder[], id: string | null) => {
  const found = fenceOfFolder(folders, id);
  return found && [found.aiAccess, found.by.name];
};

test("the strictest of a folder and those above it holds, and the nearest of equals is named", () => {
  const folders = [
    aFolder("home", null),
    aFolder("health", "home", "none"),
    aFolder("tests", "health", "local"),
    aFolder("blood", "tests", "none"),
    aFolder("work", null, "local"),
    aFolder("plans", "work", "any"),
  ];
  expect(fence(folders, null)).toBeNull();
  expect(fence(folders, "home")).toBeNull();
  expect(fence(folders, "health")).toEqual(["none", "health"]);
  expect(fence(folders, "tests")).toEqual(["none", "health"]);
  expect(fence(folders, "blood")).toEqual(["none", "blood"]);
  expect(fence(folders, "plans")).toEqual(["local", "work"]);
});

test("a folder that was kept before there were fences has none", () => {
  const { aiAccess: _, ...old } = aFolder("old", null);
  expect(fence([old as Folder], "old")).toBeNull();
});
