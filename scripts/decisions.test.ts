import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run-tool.ts";

const FOLDER = join(root, "docs/decisions");
const HEAD = /^# (\d+)\. (.+)\n\n(?:Accepted|Replaced by \d+,) (\d{4}-\d\d-\d\d)\.\n\n/;
const files = globSync("[0-9]*.md", { cwd: FOLDER }).toSorted();

test.each(files)("%s says its number, when it was taken, and what was decided", (file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const [, number] = HEAD.exec(text) ?? [];
  expect(Number(number)).toBe(Number(file.slice(0, 3)));
  expect(text).toMatch(/^\*\*Decision\.\*\*/m);
});

test("the index has each decision with its title and date", () => {
  const index = readFileSync(join(FOLDER, "README.md"), "utf8");
  const listed = [...index.matchAll(/^\| (\d+) +\| \[(.+?)\]\((.+?)\) +\| ([\d-]+) +\|$/gm)];
  const wanted = files.map((file) => {
    const [, number, title, date] = HEAD.exec(readFileSync(join(FOLDER, file), "utf8")) ?? [];
    return [number, title, basename(file), date];
  });
  expect(listed.map(([, number, title, file, date]) => [number, title, file, date])).toEqual(wanted);
});
