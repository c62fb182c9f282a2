import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findForbiddenNames } from "./names.ts";

test("a name that the glossary refuses is found where it stands, within another it is none", () => {
  const tree = mkdtempSync(join(tmpdir(), "names-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  mkdirSync(join(tree, "src/web"), { recursive: true });
  mkdirSync(join(tree, "docs"));
  writeFileSync(
    join(tree, "docs/glossary.md"),
    "| note | `page` |\n\n## Names\n\n| Not | But |\n| --- | --- |\n| `askAgain`, `tidyUp` | `invalidate` |\n",
  );
  writeFileSync(join(tree, "src/web/a.ts"), "const page = 1;\nconst askAgainLater = tidyUp();\n");
  expect(findForbiddenNames(tree)).toEqual(['src/web/a.ts:2: tidyUp, see "Names" in docs/glossary.md']);
});
