import type { Import, ImportFormat, ImportItem } from "#contract/imports.ts";

const FORMATS: Record<ImportFormat, string> = {
  markdown: "Markdown",
  obsidian: "Obsidian vault",
  html: "HTML pages",
  docx: "Word document",
  pdf: "PDF",
  epub: "EPUB book",
  notion: "Notion export",
  evernote: "Evernote export",
  joplin: "Joplin export",
  opml: "OPML outline",
  csv: "CSV table",
  text: "Plain text",
  json: "Cairn's notes as JSON",
  cairn: "Cairn export",
  mixed: "Several kinds of files",
};

export const formatWords = (format: ImportFormat | null): string => (format ? FORMATS[format] : "Files");

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** "12 notes, 3 folders and 4 files" */
export function planWords({ plan, present }: Pick<Import, "plan" | "present">): string {
  const parts = [
    count(Math.max(0, plan.notes - present), "note"),
    plan.folders > 0 && count(plan.folders, "folder"),
    plan.files > 0 && count(plan.files, "file"),
  ].filter((part) => part !== false);
  const last = parts.pop()!;
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

const STEPS = { unpacking: "Looking through the files", reading: "Reading", making: "Making notes" };

export function progressWords({ status, progress }: Pick<Import, "status" | "progress">): string {
  if (!progress) return status === "making" ? "Making notes..." : "Reading...";
  const { step, done, total } = progress;
  if (total > 0) return `${STEPS[step]}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return `${STEPS[step]}: ${done.toLocaleString("en")}`;
}

/** What stands behind an import in the list of them. */
export function outcomeWords(found: Import): string {
  switch (found.status) {
    case "done":
      return found.made === 0 ? "Everything was there already" : `${count(found.made, "note")} imported`;
    case "undone":
      return "Undone";
    case "cancelled":
      return found.message ?? "Cancelled";
    case "failed":
      return found.message ?? "Failed";
    case "ready":
      return "Waits for its start";
    case "reading":
    case "making":
    case "uploading":
      return progressWords(found);
  }
}

const PLURAL: Record<string, string> = {
  "dead-link": "links that lead to nothing",
  "same-name": "links to the nearest of several files with one name",
  html: "HTML",
  "inline-html": "HTML",
  math: "formulas",
  "inline-math": "formulas",
  footnote: "footnotes",
  definition: "link definitions",
  link: "addresses we do not open",
  image: "addresses we do not show",
  emphasis: "emphasis",
  nesting: "deep nesting",
  "front-matter": "front matter",
  "html-address": "addresses within HTML",
  "remote-image": "pictures of other servers",
  attachment: "files that are not kept",
  date: "dates that cannot be",
  title: "title cut",
  tags: "tags cut",
};

/** What became of an item, or what stands in its way. */
export function remarkWords({ outcome, reason, problems }: ImportItem): string {
  if (reason) return reason;
  if (outcome === "kept") return "changed since, so it stays";
  const [first] = problems;
  if (!first) return "";
  if (first.kind === "format")
    return problems.length > 1 ? `${first.became}, and ${problems.length - 1} more` : first.became;
  if (problems.length === 1) return first.source ? `${first.source}: ${first.became}` : first.became;
  const kinds = [...new Set(problems.map(({ kind }) => PLURAL[kind] ?? kind))];
  return `${problems.length} parts stay as they were written: ${kinds.slice(0, 3).join(", ")}`;
}
