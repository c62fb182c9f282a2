import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
// @ts-expect-error It runs before TypeScript is there, so it is plain JavaScript.
import { isInstalled } from "./packages.mjs";

const here = { os: [process.platform], cpu: [process.arch] };
const WANTED = {
  "": {},
  "node_modules/a": { version: "1.0.0" },
  "node_modules/tool": { version: "2.0.0", dev: true },
  "node_modules/native-here": { version: "3.0.0", optional: true, ...here },
  "node_modules/native-there": { version: "3.0.0", optional: true, os: ["plan9"] },
  "node_modules/extra": { version: "4.0.0", optional: true },
};
const { "": _root, "node_modules/native-there": _there, "node_modules/extra": _extra, ...PRESENT } = WANTED;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-packages-"));
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: WANTED }));
});
afterEach(() => rmSync(root, { recursive: true }));

function installed(packages: object, withoutTools = false): unknown {
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  return isInstalled(root, withoutTools) as unknown;
}

test("what the lockfile names is installed, other platforms' packages aside", () => {
  expect(installed(PRESENT)).toBe(true);
});

test("a folder that npm has not finished is not installed", () => {
  expect(isInstalled(root, false)).toBe(false);
});

test.each(["node_modules/a", "node_modules/tool", "node_modules/native-here"])(
  "%s may not be missing",
  (path) => {
    expect(installed({ ...PRESENT, [path]: undefined })).toBe(false);
  },
);

test("another version is not installed", () => {
  expect(installed({ ...PRESENT, "node_modules/a": { version: "0.9.0" } })).toBe(false);
});

test("a built server may lack the development packages, and only those", () => {
  expect(installed({ ...PRESENT, "node_modules/tool": undefined }, true)).toBe(true);
  expect(installed({ ...PRESENT, "node_modules/a": undefined }, true)).toBe(false);
});
