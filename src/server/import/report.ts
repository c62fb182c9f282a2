/** Something in a file that a note cannot be or say, and what became of it. */
export type Problem = {
  /** Line in the file, from 1. */
  line: number;
  /** What it is: see `BECAME` for all of them. */
  kind: string;
  /** How it is written, its beginning. */
  source: string;
  became: string;
};

/** What became of one Markdown file. */
export type FileReport =
  | { path: string; outcome: "made"; noteId: string; title: string; problems: Problem[] }
  | { path: string; outcome: "present"; noteId: string }
  | { path: string; outcome: "left out"; reason: string };

/** What an import did in all: numbers, and a few examples of each trouble. Its size does not depend on the folder's. */
export type ImportReport = {
  /** Markdown files met. */
  files: number;
  folders: number;
  notes: number;
  /** Notes that an earlier run of the same import made. */
  present: number;
  /** Images of the folder that notes now show; one that several show counts for each. */
  images: number;
  /** Links and images that now lead to the notes and files of this import. */
  links: number;
  leftOut: number;
  /** How often there was each kind of problem. */
  problems: Record<string, number>;
  /** The first few: of files left out, and of links that lead nowhere. */
  examples: { leftOut: string[]; nowhere: string[] };
};

export const EXAMPLES_MAX = 20;

const AS_SOURCE = "kept as source: shown as text, and written out again by an export";
const AS_IS = "the address stays as it was";

/** What becomes of each kind of problem. */
export const BECAME: Record<string, string> = {
  html: AS_SOURCE,
  "inline-html": AS_SOURCE,
  math: AS_SOURCE,
  "inline-math": AS_SOURCE,
  footnote: AS_SOURCE,
  definition: AS_SOURCE,
  link: AS_SOURCE,
  image: AS_SOURCE,
  emphasis: AS_SOURCE,
  nesting: AS_SOURCE,
  "front-matter": "kept at the top of the note, and written out again by an export",
  "dead-link": AS_IS,
  "same-name": "the link leads to the nearest file with this name",
  "html-address": AS_IS,
  attachment: AS_IS,
  "remote-image": AS_IS,
  date: "the file's own date was taken",
  tags: "cut to what a note can hold; the front matter is not kept for them",
  title: "cut to what a title can hold",
  format: "left out",
};

export function emptyReport(): ImportReport {
  return {
    files: 0,
    folders: 0,
    notes: 0,
    present: 0,
    images: 0,
    links: 0,
    leftOut: 0,
    problems: {},
    examples: { leftOut: [], nowhere: [] },
  };
}

/** Adds one file to the numbers. */
export function count(report: ImportReport, file: FileReport): void {
  report.files++;
  if (file.outcome === "present") report.present++;
  if (file.outcome === "left out") {
    report.leftOut++;
    example(report.examples.leftOut, `${file.path}: ${file.reason}`);
  }
  if (file.outcome !== "made") return;
  report.notes++;
  for (const { kind, line, source, became } of file.problems) {
    report.problems[kind] = (report.problems[kind] ?? 0) + 1;
    if (kind === "dead-link") example(report.examples.nowhere, `${file.path}:${line}: ${source} (${became})`);
  }
}

function example(examples: string[], text: string): void {
  if (examples.length < EXAMPLES_MAX) examples.push(text);
}
