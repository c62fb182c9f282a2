/** How words came into a note, as far as it is known; without Zod, which the browser does not carry. */
export const WORD_ORIGINS = ["typed", "paste", "import", "api", "template", "restore", "ai"] as const;
export type WordOrigin = (typeof WORD_ORIGINS)[number];

/** What counts as written: what somebody typed. Nothing else shows that they wrote it. */
export const WRITTEN: WordOrigin = "typed";

/** Words a day, unless somebody sets another number. */
export const DEFAULT_WRITING_GOAL = 1500;
export const MOST_WRITING_GOAL = 100_000;

/** Of one question: a year, and the rest of its first and last week. */
export const MOST_WORD_DAYS = 400;
/** Rows of an account; beyond, the oldest are joined, by day and origin. About 30 a day for ten years. */
export const MOST_WORD_ROWS = 100_000;
