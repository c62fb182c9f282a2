import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { claimsIn } from "./claims.ts";
import { disagreements } from "./disagreements.ts";

/** Letters. */
const PAGE = 3_000;
const ROOT = join(import.meta.dirname, "../../..");
const LETTERS_MAX = 200_000;
const isDeep = process.env["CAIRN_DEEP"] === "1";

/** As if all of them were notes of one account: whatever disagrees between them is a false alarm. */
function alarmsIn(files: string[]): { pages: number; alarms: string[] } {
  let letters = 0;
  const claims = files.flatMap((file) => {
    const text = proseOf(file);
    letters += text.length;
    return claimsIn(text).map((claim) => ({ ...claim, place: file, day: "2026-11-01" }));
  });
  const alarms = disagreements(claims).map((pair) =>
    pair.map(({ place, sentence }) => `${place}: ${sentence}`).join(" | "),
  );
  return { pages: letters / PAGE, alarms };
}

/** As a note would have it: code and quotes are read by nobody. */
function proseOf(file: string): string {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").slice(0, LETTERS_MAX);
  if (text.includes("\0")) return "";
  return text
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "")
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n")
    .replaceAll(/`[^`\n]*`/g, "x");
}

test("in READMEs and changelogs of packages there is at most one false pair on 100 pages", () => {
  const files = globSync(join(ROOT, "node_modules/**/*.md")).toSorted();
  const read = isDeep ? files : files.filter((_, index) => index % 4 === 0);
  const { pages, alarms } = alarmsIn(read);
  expect(pages).toBeGreaterThan(200);
  expect((alarms.length / pages) * 100, alarms.join("\n")).toBeLessThanOrEqual(1);
});

test.runIf(isDeep && existsSync("/usr/share/doc"))("so it is in the documentation of the system", () => {
  const files = globSync("/usr/share/doc/**/*").filter((file) =>
    /(?:readme|changelog|news|todo|faq|\.md|\.txt)[^/]*$/i.test(file),
  );
  const { pages, alarms } = alarmsIn(files.filter((file) => isFile(file)));
  expect((alarms.length / pages) * 100, alarms.join("\n")).toBeLessThanOrEqual(1);
});

function isFile(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
