import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BUILT_PROGRAMS, builtOf, useBuiltPrograms } from "./built-programs.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test("from source a process runs its source, from what was built the file made of it, and others their source", () => {
  const reader = join(ROOT, "src/server/import/reading/child.ts");
  const other = join(ROOT, "src/server/attachments/text-child.ts");
  expect(builtOf(reader)).toBe(reader);
  useBuiltPrograms();
  expect(builtOf(reader)).toBe(join(ROOT, "dist/server/programs/import-reader.js"));
  expect(builtOf(other)).toBe(other);
});

test.each(Object.values(BUILT_PROGRAMS))("%s is there to be built", (source) => {
  expect(existsSync(join(ROOT, source))).toBe(true);
});
