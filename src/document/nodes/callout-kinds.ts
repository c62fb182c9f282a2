import { writtenKind } from "./callout.ts";

/** The five alerts of GitHub, which are also how the many kinds of Obsidian are shown. */
export const CALLOUT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

const ALSO: Record<CalloutKind, string> = {
  note: "info todo abstract summary tldr quote cite",
  tip: "hint success check done",
  important: "example question help faq",
  warning: "attention",
  caution: "danger error bug failure fail missing",
};

/** Which of our five a written kind is shown as. */
export function shownKind(value: unknown): CalloutKind {
  const kind = writtenKind(value).toLowerCase();
  return CALLOUT_KINDS.find((known) => known === kind || ALSO[known].split(" ").includes(kind)) ?? "note";
}
