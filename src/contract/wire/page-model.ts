/** What stands for a provider where a chat is answered by the model in the person's own browser. */
export const BROWSER = "browser";

/** Of one part of an answer, and of all of it. */
export const PAGE_PART_MAX = 20_000;
export const PAGE_ANSWER_MAX = 60_000;

/** How an answer of the browser's own model ends. */
export const PAGE_ENDINGS = ["done", "too-long", "unavailable", "failed"] as const;
export type PageEnding = (typeof PAGE_ENDINGS)[number];
