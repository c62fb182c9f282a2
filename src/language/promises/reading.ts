/** What a sentence promises, as far as its words say. */
export type Reading = {
  /** Who is to do it; null is whoever writes. */
  from: string | null;
  /** What is to be done, as a task would be called. */
  what: string;
  /** The words in which whoever it is for may be named. */
  rest: string;
};

/** As the beginning of a title. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without what only ends a sentence. */
export const trimmed = (text: string): string => text.replace(/[\s.!;,:]+$/, "").trim();
