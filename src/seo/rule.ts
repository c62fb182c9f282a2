import type { ReadArticle } from "./read-article.ts";

export type Severity = "error" | "warning" | "hint";

/** What one click mends. */
export type Mend =
  | { kind: "description"; text: string }
  | { kind: "slug"; slug: string }
  | { kind: "heading"; blockId: string; level: number; before: number }
  | { kind: "language"; language: string }
  | { kind: "index" };

/** What a rule found, without words: the screen has them. */
export interface Found {
  blockId?: string | null;
  /** The words it is about. */
  quote?: string;
  values?: Record<string, string | number>;
  mend?: Mend;
}

/** One thing that search engines or readers mind. Pure: the same article has the same findings. */
export interface Rule<Id extends string = string> {
  id: Id;
  severity: Severity;
  /** What it counts towards health, 1 to 10. */
  weight: number;
  /** Nothing found: it is well. Null: there is nothing it could be asked of. */
  check: (article: ReadArticle) => Found[] | null;
}

/** Keeps the name of a rule as its type. */
export const rule = <const Id extends string>(
  id: Id,
  severity: Severity,
  weight: number,
  check: Rule["check"],
): Rule<Id> => ({ id, severity, weight, check });

/** For a rule that finds one thing or nothing. */
export const foundIf = (isFound: boolean, found: Found = {}): Found[] => (isFound ? [found] : []);

/** Before rules show more of the same, one has enough to do. */
export const MOST_FOUND = 20;
