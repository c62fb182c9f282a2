import { expect, test } from "vitest";
import { folderChoices, isNewName } from "./folder-choices.ts";

const at = "2026-01-01T00:00:00Z";
const folder = (id: string, name: string, parentId: string | null = null) => ({
  id,
  name,
  parentId,
  aiAccess: "any" as const,
  noteCount: 0,
  createdAt: at,
  updatedAt: at,
});
const folders = [
  folder("w", "Work"),
  folder("c", "Clients", "w"),
  folder("h", "Home"),
  folder("k", "客户", "h"),
];
const names = (query: string, recent: string[] = [], except?: string) =>
  folderChoices({ folders, query, recent, topWords: "No folder", except }).map(({ path, name }) =>
    [...path, name].join(" / "),
  );

test("unsearched, the folders used last come before the tree, below no folder at all", () => {
  expect(names("")).toEqual(["No folder", "Home", "Home / 客户", "Work", "Work / Clients"]);
  expect(names("", ["c", "gone"])).toEqual(["No folder", "Work / Clients", "Home", "Home / 客户", "Work"]);
});

test("a folder is found by its name, by its path and in any script", () => {
  expect(names("clie")).toEqual(["Work / Clients"]);
  expect(names("work cl")).toEqual(["Work / Clients"]);
  expect(names("客户")).toEqual(["Home / 客户"]);
  expect(names("nowhere")).toEqual([]);
});

test("a folder is not offered its own branch", () => {
  expect(names("", [], "w")).toEqual(["No folder", "Home", "Home / 客户"]);
  expect(names("clients", [], "w")).toEqual([]);
});

test("a name is new until a folder has it, in whatever case", () => {
  expect(isNewName(folders, " work ")).toBe(false);
  expect(isNewName(folders, "Journal")).toBe(true);
  expect(isNewName(folders, "  ")).toBe(false);
});
