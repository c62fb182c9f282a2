import type { Note } from "#contract/notes.ts";
import { downloadText } from "../../lib/download.ts";
import { exportName, exportText, logExport, withTexts, type ExportedNote } from "../../lib/notes-export.ts";
import { toast } from "../../ui/toast-store.ts";
import { countOf } from "./many-notes.ts";

const NAME_MAX = 80;

/** A name that every file system takes: "Trip: day 1/2" is "Trip day 1 2". */
export function fileNameOf(title: string): string {
  const name = title
    // oxlint-disable-next-line no-control-regex -- what file systems refuse
    .replace(/[\\/:*?"<>|#^[\]\u0000-\u001f\u007f]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[. ]+|[. ]+$/g, "");
  return [...name].slice(0, NAME_MAX).join("").trim() || "Untitled";
}

/** Each note as a file, of which no two have the same name, even where case does not count. */
export function markdownFiles(
  notes: readonly Pick<ExportedNote, "title" | "markdown">[],
): Map<string, string> {
  const files = new Map<string, string>();
  const taken = new Set<string>();
  for (const { title, markdown } of notes) {
    const name = fileNameOf(title);
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name} (${count})`;
    taken.add(free.toLowerCase());
    files.set(`${free}.md`, markdown);
  }
  return files;
}

async function saveMarkdown(notes: ExportedNote[]): Promise<void> {
  const files = [...markdownFiles(notes)];
  const [only] = files;
  if (only && files.length === 1) return downloadText(only[0], only[1], "text/markdown");
  const { strToU8, zipSync } = await import("fflate");
  const zip = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])));
  downloadText(exportName(new Date(), "zip"), new Uint8Array(zip), "application/zip");
}

/** Hands the notes out as files: Markdown, several of them in a zip, or the specification's JSON. */
export async function exportNotes(notes: readonly Note[], format: "markdown" | "json"): Promise<void> {
  try {
    const exported = await withTexts(notes, () => undefined);
    const now = new Date();
    if (format === "markdown") await saveMarkdown(exported);
    else downloadText(exportName(now), exportText(now, exported), "application/json");
    toast.success(`Successfully exported ${countOf(notes)}`);
    logExport(notes.length, format);
  } catch {
    toast.error("Failed to export notes");
  }
}
