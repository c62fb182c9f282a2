/** Which note a link or an embed means, in the parts of `[[Title#anchor|label]]`. */
export interface NoteReference {
  /** The title as it was written; the note may have another one by now. */
  title: string;
  /** A heading, or `^` and the id of a block. */
  anchor: string | null;
  /** What is shown instead of the title. */
  label: string | null;
}

/** Names that Obsidian refuses are no links here either, so that `[[ -n "$x" ]]` stays what it is. */
const INSIDE = /^(?![\s^!])([^[\]|#\\\n]*)(?:#([^[\]|\\\n]+))?(?:\\?\|([^[\]|\\\n]+))?$/;
export const REFERENCE_MAX = 1000;

/** Reads what stands between the double brackets; null when it names no note. */
export function readReference(inside: string): NoteReference | null {
  if (inside.length > REFERENCE_MAX || inside !== inside.trim()) return null;
  const match = INSIDE.exec(inside);
  if (match === null) return null;
  const title = (match[1] ?? "").trim();
  const anchor = match[2]?.trim() || null;
  if (title === "" && anchor === null) return null;
  return { title, anchor, label: match[3]?.trim() || null };
}

const named = (value: unknown) =>
  typeof value === "string"
    ? value
        .replace(/[[\]|\\\s]+/g, " ")
        .replace(/^[\s^!]+/, "")
        .trim()
    : "";

/** The form between double brackets; what it cannot say becomes a space. */
export function writeReference({ title, anchor, label }: Record<keyof NoteReference, unknown>): string {
  const place = typeof anchor === "string" ? anchor.replace(/[[\]|\\\s]+/g, " ").trim() : "";
  const shown = named(label);
  const name = named(title).replaceAll("#", " ").replace(/\s+/g, " ").trim();
  const target = `${name || (place === "" ? "Untitled" : "")}${place === "" ? "" : `#${place}`}`;
  return `${target}${shown === "" || shown === target ? "" : `|${shown}`}`;
}

/** What a reader sees of a link before the note it means is known. */
export function referenceText(attrs: Record<string, unknown>): string {
  if (typeof attrs.label === "string" && attrs.label !== "") return attrs.label;
  const title = typeof attrs.title === "string" ? attrs.title : "";
  const anchor = typeof attrs.anchor === "string" && !attrs.anchor.startsWith("^") ? attrs.anchor : "";
  if (title === "") return anchor || "Untitled";
  return anchor === "" ? title : `${title} › ${anchor}`;
}

const NOTE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of a note as our server makes it, else null: the link is then resolved by its title. */
export function safeNoteId(value: unknown): string | null {
  const id = typeof value === "string" ? value.toLowerCase() : "";
  return NOTE_ID.test(id) ? id : null;
}

/** The end of an address that leads to a heading, or to a block by its id; empty for the whole note. */
export function linkedPlace(anchor: unknown): string {
  if (typeof anchor !== "string") return "";
  if (!anchor.startsWith("^")) return encodeURIComponent(anchor.trim());
  return /^[\w-]{1,64}$/.test(anchor.slice(1)) ? anchor.slice(1) : "";
}

/** Where a link leads, once its note is known. */
export function notePath(noteId: string, anchor: unknown): string {
  const place = linkedPlace(anchor);
  return `/app/editor/${noteId}${place && `#${place}`}`;
}
