import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatReport } from "./format-report.ts";
import { count, emptyReport, EXAMPLES_MAX, type FileReport } from "../import/report.ts";
import { openReportFile } from "./report-file.ts";

const made = (path: string, problems: (FileReport & { outcome: "made" })["problems"] = []): FileReport => ({
  path,
  outcome: "made",
  noteId: "x",
  title: path,
  problems,
});

function reportOf(files: FileReport[]) {
  const report = emptyReport();
  for (const file of files) count(report, file);
  return report;
}

test("an import without any trouble is told in one line", () => {
  const report = { ...reportOf([made("a.md")]), folders: 1 };
  expect(formatReport(report, 1.23)).toBe("Imported 1 note in 1 folder from 1 Markdown file in 1.2 s.");
});

test("a summary has numbers of everything and only the first of what leads nowhere", () => {
  const dead = { line: 3, kind: "dead-link", source: "b.md", became: "stays as it was: nothing is there" };
  const html = { line: 1, kind: "html", source: "<div>", became: "kept" };
  const many = Array.from({ length: EXAMPLES_MAX + 2 }, (_, index) => made(`${index}.md`, [html, dead]));
  const files: FileReport[] = [
    ...many,
    { path: "old.md", outcome: "present", noteId: "y" },
    { path: "z.md", outcome: "left out", reason: "not UTF-8" },
  ];
  const report = { ...reportOf(files), folders: 2, links: 1 };
  const lines = formatReport(report, 1).split("\n");
  expect(lines.slice(0, 12)).toEqual([
    "Imported 22 notes in 2 folders from 24 Markdown files in 1.0 s.",
    "1 link between files now leads to a note or an image.",
    "1 note of an earlier run stayed as it is.",
    "",
    "Kept as source, because a note cannot say it otherwise (an export writes it out again):",
    "       22  blocks of HTML",
    "",
    "Left as they were written:",
    "       22  links that lead to nothing in the folder",
    "",
    "Links that lead nowhere (22):",
    "  0.md:3: b.md (stays as it was: nothing is there)",
  ]);
  expect(lines.slice(-4)).toEqual([
    "  and 2 more: --report FILE.json lists them all",
    "",
    "Not imported (1):",
    "  z.md: not UTF-8",
  ]);
});

test("a report file is JSON with every file, and has its name only when it is whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-report-"));
  const path = join(folder, "r.json");
  const files = [made('a "quoted".md'), { path: "b.md", outcome: "left out", reason: "ä" } as const];
  const file = await openReportFile(path);
  for (const one of files) await file.add(one);
  expect(await readdir(folder)).toEqual(["r.json.draft"]);
  const total = reportOf(files);
  await file.finish(total);
  expect(await readdir(folder)).toEqual(["r.json"]);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ files, total });
  await rm(folder, { recursive: true });
});
