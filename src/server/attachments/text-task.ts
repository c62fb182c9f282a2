/** What the process that reads a file is asked: `scan` is a PDF whose pages without words are looked at as pictures. */
export type ChildTask = {
  path: string;
  kind: "docx" | "pdf" | "scan" | "picture";
  /** Characters. */
  textMax: number;
  /** A folder with languages besides English; null for none. */
  languages: string | null;
  /** Pages that are left after this remain unread, so that what was read is not lost. */
  stopsAfterMs: number;
};

/** @property pagesUnread of a PDF: pages on which no words were found */
export type FileText = { text: string; pagesUnread: number };
