import { posix } from "node:path";
import type { DriveKind } from "#contract/drive-webdav.ts";
import { safeFileName } from "../extract/safe-path.ts";

const GOOGLE = "application/vnd.google-apps.";
export const GOOGLE_DOC = `${GOOGLE}document`;
const GOOGLE_SHEET = `${GOOGLE}spreadsheet`;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** What documents of Google are asked for as. */
const EXPORTS: Record<string, { type: string; ending: string }> = {
  [GOOGLE_DOC]: { type: DOCX, ending: ".docx" },
  [GOOGLE_SHEET]: { type: XLSX, ending: ".xlsx" },
  [`${GOOGLE}presentation`]: { type: "application/pdf", ending: ".pdf" },
  [`${GOOGLE}drawing`]: { type: "image/png", ending: ".png" },
};

/** Endings of what becomes a note; all else is kept as the file that it is. */
const NOTES: Record<string, DriveKind> = {
  ".docx": "document",
  ".md": "text",
  ".markdown": "text",
  ".txt": "text",
  ".html": "document",
  ".htm": "document",
  ".xlsx": "table",
  ".csv": "table",
  ".tsv": "table",
};

const endingOf = (name: string): string => posix.extname(name).toLowerCase();

export function kindOf(mimeType: string, name: string): DriveKind {
  if (mimeType.startsWith(GOOGLE)) return NOTES[EXPORTS[mimeType]?.ending ?? ""] ?? "file";
  return NOTES[endingOf(name)] ?? "file";
}

export const isNoteType = (mimeType: string, name: string): boolean => kindOf(mimeType, name) !== "file";

/** Folders, forms, maps: nothing that could be handed out. */
export const isTakeable = (mimeType: string): boolean => !mimeType.startsWith(GOOGLE) || mimeType in EXPORTS;

/** As what Google hands it out; null for the bytes it has. */
export const exportTypeOf = (mimeType: string): string | null => EXPORTS[mimeType]?.type ?? null;

/** A name for it on the disk, with the ending that says what it is. */
export function fileNameOf(mimeType: string, name: string): string {
  const ending = EXPORTS[mimeType]?.ending ?? "";
  const { name: base, ext } = safeFileName(name);
  const safe = base + ext;
  return ending !== "" && endingOf(safe) !== ending ? safe + ending : safe;
}
