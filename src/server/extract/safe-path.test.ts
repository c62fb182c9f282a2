import { expect, test } from "vitest";
import { safePath } from "./safe-path.ts";

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
