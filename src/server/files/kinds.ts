import type { FileEntry, FileKind } from "#contract/files.ts";
import { IMAGE_TYPES, VIDEO_TYPES } from "#contract/files.ts";

/** Expressions that JavaScript and PostgreSQL read alike, so that a filter and what is shown agree. */
const PATTERNS: [FileKind, string][] = [
  ["image", "^image/"],
  ["video", "^video/"],
  ["audio", "^audio/"],
  [
    "document",
    "^(text/|application/(pdf|rtf|epub[+]zip|json|xml|msword|vnd[.]ms-|vnd[.]openxmlformats-officedocument|vnd[.]oasis[.]opendocument))",
  ],
];

export const kindOf = (type: string): FileKind =>
  PATTERNS.find(([, pattern]) => new RegExp(pattern).test(type))?.[0] ?? "other";

/** The same of a column, as SQL. */
export const kindSql = (column: string): string =>
  `CASE ${PATTERNS.map(([kind, pattern]) => `WHEN ${column} ~ '${pattern}' THEN '${kind}'`).join(" ")} ELSE 'other' END`;

/** What a browser plays and that holds no script. Everything else is given out as a download. */
const PLAYED = new Set<string>([
  ...VIDEO_TYPES,
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/aac",
  "audio/mp4",
  "audio/x-m4a",
  "audio/flac",
  "audio/x-flac",
  "audio/webm",
]);

export const PDF = "application/pdf";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Kinds of files whose words are read as they are written there, for search. */
export const TEXT_TYPES = [PDF, DOCX, "text/plain", "text/markdown", "text/csv"];

export const isReadAsText = (type: string): boolean => TEXT_TYPES.includes(type);
export const isPlayed = (type: string): boolean => PLAYED.has(type);
export const isVideo = (type: string): boolean => VIDEO_TYPES.some((allowed) => allowed === type);
export const isImage = (type: string): boolean => IMAGE_TYPES.some((allowed) => allowed === type);

/** The spec's folder of a path: `{userId}/{type}s/{timestamp}-{name}`. */
export const folderOf = (kind: FileEntry["kind"]): string =>
  kind === "image" || kind === "video" ? `${kind}s` : "documents";
