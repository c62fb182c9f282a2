import { expect, test } from "vitest";
import type { Folder } from "#contract/folders.ts";
import { flatFolders, folderPath, folderTree } from "./folder-tree.ts";

const at = "2026-11-21T12:00:00.000Z";
const folder = (id: string, parentId: string | null = null, name = id): Folder => ({
  id,
  name,
  parentId,
  aiAccess: "any" as const,
  noteCount: 0,
  createdAt: at,
  updatedAt: at,
});
const rows = (folders: Folder[], except?: string) =>
  flatFolders(folderTree(folders), except).map((node) => `${"-".repeat(node.depth)}${node.folder.id}`);

test("folders stand under their parents by name", () => {
  expect(rows([folder("b"), folder("a2", "a", "10"), folder("a1", "a", "9"), folder("a")])).toEqual([
    "a",
    "-a1",
    "-a2",
    "b",
  ]);
});

test("a folder whose parent is missing stands at the top", () => {
  expect(rows([folder("x", "gone")])).toEqual(["x"]);
});

test("folders in a circle are shown, not lost", () => {
  expect(rows([folder("x", "y"), folder("y", "x")]).length).toBe(2);
});

test("a branch can be left out, so that nothing moves into itself", () => {
  expect(rows([folder("a"), folder("b", "a"), folder("c")], "a")).toEqual(["c"]);
});

test("a path leads from the top to the folder", () => {
  expect(folderPath([folder("a"), folder("b", "a")], "b").map((step) => step.id)).toEqual(["a", "b"]);
  expect(folderPath([], null)).toEqual([]);
});
