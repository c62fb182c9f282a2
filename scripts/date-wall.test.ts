import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findDateFormats } from "./date-wall.ts";

test("a date that is formatted outside of the one module is found, a number is none", () => {
  const tree = mkdtempSync(join(tmpdir(), "dates-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  mkdirSync(join(tree, "src/web/lib"), { recursive: true });
  writeFileSync(join(tree, "src/web/lib/dates.ts"), "new Intl.DateTimeFormat();\n");
  writeFileSync(
    join(tree, "src/web/a.ts"),
    "count.toLocaleString();\nnew Date(at).toLocaleDateString();\nnew Intl.DateTimeFormat();\nnew Date().toLocaleString();\n",
  );
  expect(findDateFormats(tree).map((line) => line.split(";")[0])).toEqual([
    "src/web/a.ts:2: .toLocaleDateString",
    "src/web/a.ts:3: Intl.DateTimeFormat",
    "src/web/a.ts:4: new Date().toLocaleString",
  ]);
});
