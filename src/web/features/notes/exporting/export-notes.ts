import type { JSONContent } from "@tiptap/core";
import type { Note } from "#contract/notes.ts";
import { downloadText } from "../../../platform/device/download.ts";
import {
  exportName,
  exportText,
  logExport,
  withTexts,
  type ExportedNote,
} from "../../../kernel/notes/notes-export.ts";
import { rpc } from "../../../platform/rpc.ts";
import { toast } from "../../../ui/toast-store.ts";
import { countOf } from "../many-notes.ts";
import type * as Disclosing from "./disclosure.ts";
import { t } from "../../../lib/messages/t.ts";

export type ExportFormat = "markdown" | "html" | "docx" | "json";

const NAME_MAX = 80;

/** A name that every file system takes: "Trip: day 1/2" is "Trip day 1 2". */
export function fileNameOf(title: string): string {
  const name = title
    // oxlint-disable-next-line no-control-regex -- what file systems refuse
    .replace(/[\\/:*?"<>|#^[\]\u0000-\u001f\u007f]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[. ]+|[. ]+$/g, "");
  return [...name].slice(0, NAME_MAX).join("").trim() || t("Untitled");
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

const ADDRESS = /(\]\(|<)\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/original)?/gi;

/** The files that notes show, by the names they have beside them. */
async function filesOf(texts: Iterable<string>): Promise<Map<string, { name: string; bytes: Uint8Array }>> {
  const files = new Map<string, { name: string; bytes: Uint8Array }>();
  const taken = new Set<string>();
  for (const text of texts)
    for (const [, , id = ""] of text.matchAll(ADDRESS)) {
      if (files.has(id)) continue;
      const [entry, response] = await Promise.all([
        rpc.files.get({ fileId: id }).catch(() => null),
        fetch(`/files/${id}/original`).catch(() => null),
      ]);
      if (!entry || !response?.ok) continue;
      const name = taken.has(entry.name.toLowerCase()) ? `${id.slice(-6)}-${entry.name}` : entry.name;
      taken.add(name.toLowerCase());
      files.set(id, { name, bytes: new Uint8Array(await response.arrayBuffer()) });
    }
  return files;
}

async function saveMarkdown(notes: ExportedNote[]): Promise<void> {
  const texts = [...markdownFiles(notes)];
  const files = await filesOf(texts.map(([, text]) => text));
  const [only] = texts;
  if (only && texts.length === 1 && files.size === 0) return downloadText(only[0], only[1], "text/markdown");
  const { strToU8, zipSync } = await import("fflate");
  const entries: Record<string, Uint8Array> = {};
  for (const [name, text] of texts)
    entries[name] = strToU8(
      text.replaceAll(ADDRESS, (all, before: string, id: string) => {
        const file = files.get(id);
        return file ? `${before}files/${encodeURIComponent(file.name)}` : all;
      }),
    );
  for (const { name, bytes } of files.values()) entries[`files/${name}`] = bytes;
  const name = only && texts.length === 1 ? only[0].replace(/\.md$/, ".zip") : exportName(new Date(), "zip");
  downloadText(name, new Uint8Array(zipSync(entries)), "application/zip");
}

const nameFor = (notes: readonly Note[], ending: string) =>
  notes.length === 1 ? `${fileNameOf(notes[0]!.title)}.${ending}` : exportName(new Date(), ending);

async function saveHtml(notes: readonly Note[], add: Add): Promise<void> {
  const [{ notePage }, { asDataUrl }] = await Promise.all([
    import("./note-page.ts"),
    import("./pictures.ts"),
  ]);
  const pages = [];
  for (const { id, title } of notes) {
    const { text } = await rpc.notes.body({ noteId: id, format: "html" });
    const found = await add?.readDisclosure(id);
    pages.push({ title, html: add && found ? add.withHtmlDisclosure(text, found) : text });
  }
  downloadText(nameFor(notes, "html"), await notePage(pages, location.origin, asDataUrl), "text/html");
}

async function saveDocx(notes: readonly Note[], add: Add): Promise<void> {
  const [{ docxBlob }, { loadPicture }] = await Promise.all([
    import("./note-docx.ts"),
    import("./pictures.ts"),
  ]);
  const pictures = new Map();
  const texts = [];
  for (const { id, title, tags } of notes) {
    const { text } = await rpc.notes.body({ noteId: id, format: "json" });
    for (const [, src = ""] of text.matchAll(/"src":"(\/files\/[^"\\]+)"/g))
      if (!pictures.has(src)) {
        const found = await loadPicture(src);
        if (found) pictures.set(src, found);
      }
    const doc = JSON.parse(text) as JSONContent;
    texts.push({ title, tags, doc: add ? add.withDisclosure(doc) : doc });
  }
  const blob = await docxBlob(texts, { pictures, origin: location.origin });
  downloadText(nameFor(notes, "docx"), new Uint8Array(await blob.arrayBuffer()), blob.type);
}

/** What says at the end of a text where it came from, where that is wanted. */
type Add = typeof Disclosing | null;

async function disclosed(notes: ExportedNote[], add: NonNullable<Add>): Promise<ExportedNote[]> {
  const all = [];
  for (const note of notes) {
    const found = await add.readDisclosure(note.id);
    all.push(found ? { ...note, markdown: add.withMarkdownDisclosure(note.markdown, found) } : note);
  }
  return all;
}

/**
 * Hands the notes out as files: Markdown, a page, a document of Word, or the specification's JSON.
 * @param hasOrigins Each text says at its end where it came from
 */
export async function exportNotes(
  notes: readonly Note[],
  format: ExportFormat,
  hasOrigins = false,
): Promise<void> {
  try {
    const add = hasOrigins ? await import("./disclosure.ts") : null;
    if (format === "html") await saveHtml(notes, add);
    else if (format === "docx") await saveDocx(notes, add);
    else {
      const read = await withTexts(notes, () => undefined);
      const exported = add ? await disclosed(read, add) : read;
      const now = new Date();
      if (format === "markdown") await saveMarkdown(exported);
      else downloadText(exportName(now), exportText(now, exported), "application/json");
    }
    toast.success(t("Successfully exported {notes}", { notes: countOf(notes) }));
    logExport(notes.length, format);
  } catch {
    toast.error(t("Failed to export notes"));
  }
}
