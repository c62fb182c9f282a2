import { expect, test } from "vitest";
import { fileName, notePaths, relativeAddress } from "./note-paths.ts";

test.each([
  ["A plain title", "A plain title"],
  ["a/b\\c: what?", "a b c what"],
  ["...hidden.", "hidden"],
  ["", "Untitled"],
  ["con", "con_"],
  ["../../etc/passwd", "etc passwd"],
  ["日本語", "日本語"],
])("the title %j becomes the name %j", (title, name) => expect(fileName(title)).toBe(name));

test("notes lie in their folders, and two of one name are told apart", () => {
  const folders = [
    { id: "in", name: "Inside", parentId: "out" },
    { id: "out", name: "Out", parentId: null },
  ];
  const notes = [
    { id: "1", title: "Same", folderId: "in" },
    { id: "2", title: "same", folderId: "in" },
    { id: "3", title: "Same", folderId: null },
    { id: "4", title: "", folderId: "gone" },
  ];
  expect([...notePaths(folders, notes).values()]).toEqual([
    "Out/Inside/Same.md",
    "Out/Inside/same 2.md",
    "Same.md",
    "Untitled.md",
  ]);
});

test("the way from one to the other", () => {
  expect(relativeAddress("a/b/c.md", "_files/x y (1).png")).toBe("../../_files/x%20y%20%281%29.png");
  expect(relativeAddress("c.md", "d.md")).toBe("d.md");
});
