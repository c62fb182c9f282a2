import { expect, test } from "vitest";
import { safeFileName, safePath } from "./safe-path.ts";

test.each([
  ["../../../evil.md", "evil.md"],
  ["/etc/passwd", "etc/passwd"],
  ["..\\..\\evil.md", "evil.md"],
  ["a/../../b/./c.md", "a/b/c.md"],
  [" .. /a.md", "a.md"],
  ["\u0000../a.md", "a.md"],
  ["..", null],
  ["./", null],
  ["...", "..."],
])("%j stays below the folder", (name, path) => {
  expect(safePath(name)).toBe(path);
});

test.each([
  ["a/b: c.md", "a b c", ".md"],
  ["...md", "Untitled", ".md"],
  [`${"long ".repeat(40)}.docx`, "long ".repeat(24).trim(), ".docx"],
  [`${"果".repeat(120)}.md`, "果".repeat(66), ".md"],
  ["1. Whatever it takes", "1. Whatever it takes", ""],
])("%j keeps its ending as the name of a file", (written, name, ext) => {
  expect(safeFileName(written)).toEqual({ name, ext });
});
