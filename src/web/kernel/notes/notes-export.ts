import type { Note } from "#contract/notes.ts";
import { rpc } from "../../platform/rpc.ts";
import { t } from "../../lib/messages/t.ts";

/** A note in the specification's names, with its text as HTML and as Markdown. */
export type ExportedNote = {
  id: string;
  title: string;
  content: string;
  markdown: string;
  category: string;
  tags: string[];
  isFavorite: boolean;
  folder_id: string | null;
  createdAt: string;
  updatedAt: string;
};

const AT_A_TIME = 4;

/** "notes-export-2026-11-21.json", by the day where its reader is. */
export function exportName(now: Date, ending = "json"): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `notes-export-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.${ending}`;
}

/** These notes with their texts, in their order. */
export async function withTexts(
  notes: readonly Note[],
  onProgress: (done: number) => void,
): Promise<ExportedNote[]> {
  const exported: ExportedNote[] = [];
  for (let at = 0; at < notes.length; at += AT_A_TIME) {
    exported.push(...(await Promise.all(notes.slice(at, at + AT_A_TIME).map(withText))));
    onProgress(exported.length);
  }
  return exported;
}

/** The file of an export, in the specification's form. */
export const exportText = (now: Date, notes: ExportedNote[]): string =>
  JSON.stringify({ exported_at: now.toISOString(), total_notes: notes.length, notes }, null, 2);

/** A log that fails disturbs nobody. */
export function logExport(count: number, format: string): void {
  const metadata = { export_format: format, notes_count: count };
  void rpc.activity
    .log({ type: "export_notes", title: t("Exported notes"), metadata })
    .catch(() => undefined);
}

async function withText(note: Note): Promise<ExportedNote> {
  const read = async (format: "html" | "markdown") =>
    (await rpc.notes.body({ noteId: note.id, format })).text;
  const [content, markdown] = await Promise.all([read("html"), read("markdown")]);
  const { id, title, category, tags, isFavorite, folderId, createdAt, updatedAt } = note;
  return {
    id,
    title,
    content,
    markdown,
    category,
    tags,
    isFavorite,
    folder_id: folderId,
    createdAt,
    updatedAt,
  };
}
