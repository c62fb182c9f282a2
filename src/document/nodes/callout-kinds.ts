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

/** The kind as somebody wrote it, in letters of either size; anything that is no word is a note. */
export function writtenKind(value: unknown): string {
  return typeof value === "string" && /^[a-z][\w-]{0,30}$/i.test(value) ? value : "NOTE";
}

/** Which of our five a written kind is shown as. */
export function shownKind(value: unknown): CalloutKind {
  const kind = writtenKind(value).toLowerCase();
  return CALLOUT_KINDS.find((known) => known === kind || ALSO[known].split(" ").includes(kind)) ?? "note";
}

/** The heading of a callout: its own, or the name of its kind. */
export function calloutTitle(attrs: Record<string, unknown>): string {
  if (typeof attrs.title === "string" && attrs.title !== "") return attrs.title;
  const kind = writtenKind(attrs.kind).toLowerCase().replaceAll("-", " ");
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
