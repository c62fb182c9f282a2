import type { ImportReport } from "./import-folder.ts";

const KEPT: Record<string, string> = {
  html: "blocks of HTML",
  "inline-html": "HTML tags within text",
  math: "formulas in blocks",
  "inline-math": "formulas within text",
  footnote: "footnotes and their marks",
  definition: "link definitions that nothing uses",
  link: "links to addresses we do not open",
  image: "images from addresses we do not show",
  emphasis: "emphasis around nothing but tags",
  "front-matter": "front matter beside title and tags",
  nesting: "parts nested too deeply",
};

/** What an import did, for a person at a terminal. */
export function formatReport(report: ImportReport, seconds: number): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const lines = [
    `Imported ${count(report.notes, "note")} in ${count(report.folders, "folder")} from ${count(report.files, "Markdown file")} in ${seconds.toFixed(1)} s.`,
  ];
  if (report.present > 0)
    lines.push(`${count(report.present, "note")} of an earlier run stayed as they are.`);
  const kept = Object.entries(report.kept).sort((a, b) => b[1] - a[1]);
  if (kept.length > 0) {
    lines.push("", "Kept as source, because a note cannot say it otherwise (an export writes it out again):");
    for (const [kind, number] of kept) lines.push(`  ${String(number).padStart(7)}  ${KEPT[kind] ?? kind}`);
  }
  if (report.skipped.length > 0) {
    lines.push("", `Not imported (${report.skipped.length}):`);
    for (const { path, reason } of report.skipped) lines.push(`  ${path}: ${reason}`);
  }
  return lines.join("\n");
}
