import { isBlockId } from "./block-id-attribute.ts";
import { cleanText } from "./text/clean-text.ts";
import { rawFormat } from "./nodes/raw-block.ts";
import { safeThread } from "./marks/comment.ts";
import { writtenKind } from "./nodes/callout.ts";
import { safeNoteId } from "./note-reference.ts";
import { safeHref, safeOwnFile, storableImageSrc } from "./html/safe-urls.ts";

type Clean = (value: unknown) => unknown;

const isTrue: Clean = (value) => value === true;

function textUpTo(max: number): Clean {
  return (value) =>
    typeof value === "string" && value !== "" ? cleanText(value).slice(0, max).toWellFormed() : null;
}

function integer(min: number, max: number, otherwise: number | null): Clean {
  return (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? value : otherwise;
}

function oneOf(...allowed: string[]): Clean {
  return (value) => allowed.find((other) => other === value) ?? null;
}

const LABEL_MAX = 10_000;
const FORMULA_MAX = 100_000;
const id: Clean = (value) => (isBlockId(value) ? value : null);
const loose = isTrue;
const label = textUpTo(LABEL_MAX);
const raw = {
  format: rawFormat,
  source: (value: unknown) => (typeof value === "string" ? cleanText(value) : ""),
};
const line: Clean = (value) => {
  const text = label(value);
  return typeof text === "string" ? text.replace(/\s+/g, " ").trim() || null : null;
};
const formula: Clean = (value) => (typeof value === "string" ? cleanText(value).slice(0, FORMULA_MAX) : "");
const reference = { noteId: safeNoteId, title: line, anchor: line };
const cell = {
  colspan: integer(1, 100, 1),
  rowspan: integer(1, 100, 1),
  colwidth: (value: unknown) =>
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((width) => Number.isInteger(width) && width > 0)
      ? value
      : null,
  align: oneOf("left", "center", "right"),
};

/** What each attribute may be. Any peer can write anything into Yjs, so no reader takes attributes on trust. */
const RULES: Record<string, Record<string, Clean>> = {
  paragraph: { id },
  heading: { id, level: integer(1, 6, 1) },
  blockquote: { id },
  codeBlock: { id, language: textUpTo(200), meta: textUpTo(LABEL_MAX) },
  horizontalRule: { id },
  bulletList: { id, loose },
  orderedList: { id, loose, start: integer(0, 999_999_999, 1), type: oneOf("1", "a", "A", "i", "I") },
  taskList: { id, loose, start: integer(0, 999_999_999, null) },
  listItem: { id },
  taskItem: { id, checked: isTrue },
  table: { id },
  tableHeader: cell,
  tableCell: cell,
  rawBlock: { id, ...raw },
  rawInline: raw,
  callout: { id, kind: writtenKind, title: line, fold: oneOf("open", "closed") },
  toggle: { id, isOpen: isTrue },
  columns: { id },
  mathBlock: { id, source: formula, meta: line },
  mathInline: { source: (value) => String(formula(value)).replaceAll("\n", " "), dollars: integer(1, 99, 1) },
  fileBlock: { id, url: safeOwnFile, name: line, size: integer(0, Number.MAX_SAFE_INTEGER, null) },
  video: { id, url: safeOwnFile, name: line },
  noteLink: { ...reference, label: line },
  noteEmbed: { id, ...reference },
  image: {
    src: storableImageSrc,
    alt: label,
    title: label,
    href: safeHref,
    hrefTitle: label,
    width: integer(1, 100_000, null),
    height: integer(1, 100_000, null),
    shownWidth: integer(1, 100_000, null),
  },
  link: { href: safeHref, title: label },
  comment: { thread: safeThread },
};

/** The attributes of a node or mark with every value made one that the schema knows. */
export function cleanAttributes(typeName: string, attrs: unknown): Record<string, unknown> {
  const given = typeof attrs === "object" && attrs !== null ? (attrs as Record<string, unknown>) : {};
  const rules = Object.entries(RULES[typeName] ?? {});
  return Object.fromEntries(
    rules.map(([name, clean]) => [name, clean(Object.hasOwn(given, name) ? given[name] : null)]),
  );
}
