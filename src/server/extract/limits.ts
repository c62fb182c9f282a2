/** What one import, and one document that is read for search, may be. Every message that refuses something names the figure. */
export const UPLOAD_MAX_BYTES = 2 * 1024 ** 3;
export const ENTRIES_MAX = 100_000;
export const INFLATED_MAX_BYTES = 4 * 1024 ** 3;
/** Text packs to a fifth, empty tables to a fiftieth; what unpacks to more was made for it. */
export const INFLATED_RATIO_MAX = 200;
/** Below this no ratio is suspicious. */
export const RATIO_FROM_BYTES = 100 * 1024 ** 2;
export const ENTRY_MAX_BYTES = 512 * 1024 ** 2;
/** Archives within archives: a Notion export is one of parts. */
export const NESTING_MAX = 2;
/** Documents that have to be in memory as a whole. */
export const DOCUMENT_MAX_BYTES = 100 * 1024 ** 2;
/** Text of one note, as for Markdown files. */
export const TEXT_MAX_BYTES = 10_000_000;
export const XML_DEPTH_MAX = 1_000;
export const CSV_COLUMNS_MAX = 100;
/** Rows that one table in a note can bear; a longer one becomes several notes. */
export const CSV_ROWS_A_NOTE = 1_000;
export const CSV_ROWS_MAX = 50_000;
export const PDF_PAGES_MAX = 5_000;

export const megabytes = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
