import type { Import, ImportFormat, ImportItem } from "#contract/imports.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const FORMATS: Record<ImportFormat, string> = {
  markdown: t("Markdown"),
  obsidian: t("Obsidian vault"),
  html: t("HTML pages"),
  docx: t("Word document"),
  pdf: "PDF",
  epub: t("EPUB book"),
  notion: t("Notion export"),
  evernote: t("Evernote export"),
  joplin: t("Joplin export"),
  opml: t("OPML outline"),
  csv: t("CSV table"),
  xlsx: t("Excel workbook"),
  todoist: t("Todoist tasks"),
  ticktick: t("TickTick backup"),
  linear: t("Linear issues"),
  trello: t("Trello board"),
  ics: t("Calendar file"),
  text: t("Plain text"),
  json: t("Cairn's notes as JSON"),
  cairn: t("Cairn export"),
  mixed: t("Several file types"),
};

export const formatWords = (format: ImportFormat | null): string => (format ? FORMATS[format] : t("Files"));

export const written = (count: number) => ({ count: count.toLocaleString(language) });

export const noteCount = (count: number): string =>
  plural(count, { one: "{count} note", other: "{count} notes" }, written(count));

export const fileCount = (count: number): string =>
  plural(count, { one: "{count} file", other: "{count} files" }, written(count));

/** Files, or of a calendar or a list what is in it. */
export const skippedCount = ({ plan }: Pick<Import, "plan">): string =>
  plan.notes === 0 && plan.tasks + plan.events > 0
    ? plural(plan.skipped, { one: "{count} entry", other: "{count} entries" }, written(plan.skipped))
    : fileCount(plan.skipped);

const folderCount = (count: number): string =>
  plural(count, { one: "{count} folder", other: "{count} folders" }, written(count));

export const taskCount = (count: number): string =>
  plural(count, { one: "{count} task", other: "{count} tasks" }, written(count));

export const eventCount = (count: number): string =>
  plural(count, { one: "{count} event", other: "{count} events" }, written(count));

/** On the button: what most of it is. */
export function importWords({ fresh }: Pick<Import, "fresh">): string {
  if (fresh.notes > 0 || fresh.tasks + fresh.events === 0) return noteCount(fresh.notes);
  return fresh.tasks >= fresh.events ? taskCount(fresh.tasks) : eventCount(fresh.events);
}

/** "12 notes, 3 folders and 4 files" */
export function planWords({ fresh }: Pick<Import, "fresh">): string {
  const others = fresh.tasks + fresh.events;
  const parts = [
    (fresh.notes > 0 || others === 0) && noteCount(fresh.notes),
    fresh.tasks > 0 && taskCount(fresh.tasks),
    fresh.events > 0 && eventCount(fresh.events),
    fresh.folders > 0 && folderCount(fresh.folders),
    fresh.files > 0 && fileCount(fresh.files),
  ].filter((part) => part !== false);
  return listed(parts);
}

function listed(parts: string[]): string {
  const last = parts.pop()!;
  return parts.length > 0 ? t("{first} and {last}", { first: parts.join(", "), last }) : last;
}

/** "12 notes and 40 tasks" */
export function madeWords({ made, madeTasks, madeEvents }: Import): string {
  const others = madeTasks + madeEvents;
  return listed(
    [
      (made > 0 || others === 0) && noteCount(made),
      madeTasks > 0 && taskCount(madeTasks),
      madeEvents > 0 && eventCount(madeEvents),
    ].filter((part) => part !== false),
  );
}

export const madeCount = ({ made, madeTasks, madeEvents }: Import): number => made + madeTasks + madeEvents;

const STEPS = { unpacking: t("Checking the files"), reading: t("Reading"), making: t("Creating") };

export function progressWords({ status, progress }: Pick<Import, "status" | "progress">): string {
  if (!progress) return status === "making" ? t("Creating...") : t("Reading...");
  const { step, done, total } = progress;
  const values = {
    step: STEPS[step],
    done: done.toLocaleString(language),
    total: total.toLocaleString(language),
  };
  return total > 0 ? t("{step}: {done} of {total}", values) : `${values.step}: ${values.done}`;
}

/** What stands behind an import in the list of them. */
export function outcomeWords(found: Import): string {
  switch (found.status) {
    case "done":
      return madeCount(found) === 0
        ? t("Everything was already there")
        : t("{notes} imported", { notes: madeWords(found) });
    case "undone":
      return t("Undone");
    case "cancelled":
      return found.message ?? t("Canceled");
    case "failed":
      return found.message ?? t("Failed");
    case "ready":
      return t("Ready to start");
    case "reading":
    case "making":
    case "uploading":
      return progressWords(found);
  }
}

const PLURAL: Record<string, string> = {
  "dead-link": t("broken links"),
  "same-name": t("links to one of several files with the same name"),
  html: "HTML",
  "inline-html": "HTML",
  math: "formulas",
  "inline-math": "formulas",
  footnote: "footnotes",
  definition: t("link definitions"),
  link: t("unsupported addresses"),
  image: t("addresses that aren't displayed"),
  emphasis: "emphasis",
  nesting: t("deep nesting"),
  "front-matter": t("front matter"),
  "html-address": t("addresses within HTML"),
  "remote-image": t("images on other servers"),
  attachment: t("unsupported files"),
  date: t("invalid dates"),
  title: t("title shortened"),
  tags: t("tags shortened"),
};

/** What became of an item, or what stands in its way. */
export function remarkWords({ outcome, reason, problems }: ImportItem): string {
  if (reason) return reason;
  if (outcome === "kept") return t("changed since then, so it stays");
  const [first] = problems;
  if (!first) return "";
  if (first.kind === "format")
    return problems.length > 1
      ? plural(problems.length - 1, { other: "{first}, and {count} more" }, { first: first.became })
      : first.became;
  if (problems.length === 1) return first.source ? `${first.source}: ${first.became}` : first.became;
  const kinds = [...new Set(problems.map(({ kind }) => PLURAL[kind] ?? kind))];
  return plural(
    problems.length,
    { other: "{count} parts kept as plain text: {kinds}" },
    { kinds: kinds.slice(0, 3).join(", ") },
  );
}
