import type { ImportReport } from "../import/report.ts";

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
  "front-matter": "entries of front matter beside title, tags and dates",
  nesting: "parts nested too deeply",
};

const AS_WRITTEN: Record<string, string> = {
  "dead-link": "links that lead to nothing in the folder",
  "same-name": "links by a name that several files have; they lead to the nearest",
  "html-address": "addresses within HTML",
  "remote-image": "notes with pictures of other servers, which are not fetched",
  attachment: "links to files that are no images (or too large ones)",
  date: "dates in the future or before 1970; the file's own was taken",
  title: "titles that are too long; the front matter has them whole",
  tags: "too many or too long tags; the front matter has them whole",
};

const amount = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What an import did, for a person at a terminal. */
export function formatReport(report: ImportReport, seconds: number, isTrial = false): string {
  const made = `${amount(report.notes, "note")} in ${amount(report.folders, "folder")} from ${amount(report.files, "Markdown file")}`;
  const lines = [
    isTrial ? `Would import ${made}. Nothing was changed.` : `Imported ${made} in ${seconds.toFixed(1)} s.`,
  ];
  if (report.links > 0)
    lines.push(
      report.links === 1
        ? "1 link between files now leads to a note or an image."
        : `${report.links} links between files now lead to notes and images.`,
    );
  if (report.present > 0)
    lines.push(
      report.present === 1
        ? "1 note of an earlier run stayed as it is."
        : `${report.present} notes of an earlier run stayed as they are.`,
    );
  lines.push(
    ...table(
      "Kept as source, because a note cannot say it otherwise (an export writes it out again):",
      KEPT,
      report,
    ),
    ...table("Left as they were written:", AS_WRITTEN, report),
    ...examples("Links that lead nowhere", report.problems["dead-link"] ?? 0, report.examples.nowhere),
    ...examples("Not imported", report.leftOut, report.examples.leftOut),
  );
  return lines.join("\n");
}

function table(title: string, names: Record<string, string>, { problems }: ImportReport): string[] {
  const found = Object.entries(problems)
    .filter(([kind]) => names[kind] !== undefined)
    .sort((a, b) => b[1] - a[1]);
  if (found.length === 0) return [];
  return ["", title, ...found.map(([kind, number]) => `  ${String(number).padStart(7)}  ${names[kind]}`)];
}

function examples(title: string, all: number, shown: string[]): string[] {
  if (all === 0) return [];
  const more =
    all > shown.length ? [`  and ${all - shown.length} more: --report FILE.json lists them all`] : [];
  return ["", `${title} (${all}):`, ...shown.map((line) => `  ${line}`), ...more];
}
