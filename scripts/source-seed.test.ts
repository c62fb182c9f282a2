import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { seedOfSource } from "./source-seed.ts";

function aTree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "cairn-seed-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const FILES = { "src/a.ts": "1", "src/deep/b.ts": "2", "docs/c.md": "3" };
const seedOf = (files: Record<string, string>) => seedOfSource(aTree(files), ["src"]);

test("the same source has the same seed wherever it stands, and whatever stands beside it", () => {
  const seed = seedOf(FILES);
  expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true);
  expect(seedOf({ ...FILES, "docs/c.md": "another" })).toBe(seed);
});

test("another word, another name or another file gives another seed", () => {
  const { "src/a.ts": first, ...rest } = FILES;
  const seeds = [
    FILES,
    { ...FILES, "src/a.ts": "9" },
    { ...rest, "src/z.ts": first },
    { ...FILES, "src/new.ts": "" },
  ].map(seedOf);
  expect(new Set(seeds).size).toBe(4);
});
