import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root, run } from "./run-tool.ts";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

test.each([
  [
    "the network past egress",
    "src/server/notes/a.ts",
    `export const a = () => fetch("http://a.example");`,
    "no-restricted-globals",
  ],
  [
    "... by an event source",
    "src/server/notes/a.ts",
    `export const a = () => new EventSource("http://a.example");`,
    "no-restricted-globals",
  ],
  [
    "... by the global object",
    "src/server/notes/a.ts",
    `export const a = () => globalThis.fetch("http://a.example");`,
    "no-restricted-properties",
  ],
  [
    "... taken out of it",
    "src/document/a.ts",
    `const { fetch: ask } = globalThis;\nexport const a = () => ask("http://a.example");`,
    "no-restricted-properties",
  ],
  [
    "a long function",
    "src/server/notes/a.ts",
    `export function a(sum: number) {\n${lines(41, (index) => `  sum += ${index};`)}\n  return sum;\n}`,
    "max-lines-per-function",
  ],
  [
    "a long file",
    "src/contract/a.ts",
    lines(401, (index) => `export const a${index} = ${index};`),
    "max-lines",
  ],
  ["a default export", "src/web/lib/a.ts", "export default 1;", "no-default-export"],
  [
    "HTML that is put in as it is",
    "src/web/ui/a.tsx",
    `export const A = () => <p dangerouslySetInnerHTML={{ __html: "<b>a</b>" }} />;`,
    "no-danger",
  ],
])("the linter refuses %s", async (_, file, text, rule) => {
  const tree = mkdtempSync(join(tmpdir(), "lint-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  copyFileSync(join(root, ".oxlintrc.json"), join(tree, ".oxlintrc.json"));
  mkdirSync(join(tree, dirname(file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\n`);
  const { code, output } = await run("oxlint", ["--deny-warnings", "."], { cwd: tree });
  expect(code, output).not.toBe(0);
  const found = [...output.matchAll(/[a-z-]+\(([a-z-]+)\):/g)].map(([, name]) => name);
  expect([...new Set(found)], output).toEqual([rule]);
});
