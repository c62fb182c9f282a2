import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run-tool.ts";
import {
  ALWAYS,
  DRAWN,
  drawnServerTests,
  journeysLeftOut,
  leaveOut,
  serverTestsLeftOut,
} from "./test-lot.ts";

test("journeys of every run are there, and never left out", () => {
  for (const name of ALWAYS) expect(existsSync(join(root, "e2e", name)), name).toBe(true);
  for (let seed = 0; seed < 20; seed++)
    expect(journeysLeftOut(root, seed).filter((name) => ALWAYS.includes(name))).toEqual([]);
});

test("of the server's tests those of features are drawn, and never what a hostile hand or a kill does", () => {
  for (const folder of DRAWN) expect(existsSync(join(root, "src/server", folder)), folder).toBe(true);
  const drawn = drawnServerTests(root).map(({ name }) => name);
  expect(drawn).toContain("src/server/drive/drive.test.ts");
  expect(drawn.filter((name) => /hostile|kill|injected|abuse/.test(name))).toEqual([]);
  const left = Array.from({ length: 20 }, (_, seed) => serverTestsLeftOut(root, seed));
  for (const names of left) expect(names).toHaveLength(Math.floor(drawn.length / 2));
  // Of an odd number the longest has nobody to draw against.
  expect(new Set(left.flat()).size).toBe(drawn.length - (drawn.length % 2));
});

test("of two files of about one length one is left out, the same by the same seed, and each by some seed", () => {
  const files = Array.from({ length: 40 }, (_, index) => ({
    name: `${String(index).padStart(2, "0")}.spec.ts`,
    size: index * 100,
  }));
  const seen = new Set<string>();
  for (let seed = 0; seed < 30; seed++) {
    const left = leaveOut(files, seed);
    expect(leaveOut(files.toReversed(), seed)).toEqual(left);
    expect(left.map((name) => Math.floor(Number(name.slice(0, 2)) / 2))).toEqual(
      Array.from({ length: 20 }, (_, pair) => pair),
    );
    for (const name of left) seen.add(name);
  }
  expect(seen.size).toBe(40);
});
