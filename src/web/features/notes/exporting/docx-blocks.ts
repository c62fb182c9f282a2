import type { JSONContent } from "@tiptap/core";
import {
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  type IParagraphOptions,
  LineRuleType,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { type CalloutKind, calloutTitle, shownKind } from "#document/nodes/callout-kinds.ts";
import { referenceText } from "#document/note-reference.ts";
import { type DocxNeeds, inlines } from "./docx-inlines.ts";

export type DocxBlock = Paragraph | Table;
/** Where a block stands: how deep in lists, and how far from the margin. */
type Place = { level: number; indent: number };

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
/** Twentieths of a point: a quarter of an inch. */
const STEP = 360;
/** Word knows nine levels. */
const LEVEL_MAX = 8;
export const NUMBERS = "numbers";

/** Each numbered list counts from its own start. */
let instance = 0;

/** Blocks of a note as blocks of Word. */
export function blocks(
  content: readonly JSONContent[] | undefined,
  needs: DocxNeeds,
  place: Place = { level: 0, indent: 0 },
): DocxBlock[] {
  return apart((content ?? []).flatMap((node) => block(node, needs, place)));
}

const TONES: Record<CalloutKind, string> = {
  note: "2E75B6",
  tip: "2E8B57",
  important: "7C4DBC",
  warning: "B7791F",
  caution: "C0392B",
};

/** Tables that follow each other would be read as one: something has to stand between them. */
const apart = (made: readonly DocxBlock[]): DocxBlock[] =>
  made.flatMap((each, index) =>
    each instanceof Table && made[index - 1] instanceof Table ? [new Paragraph(""), each] : [each],
  );

function block(node: JSONContent, needs: DocxNeeds, place: Place): DocxBlock[] {
  const { type, attrs = {}, content } = node;
  const text = (options: IParagraphOptions = {}) =>
    new Paragraph({ children: inlines(content, needs), ...indented(place), ...options });
  switch (type) {
    case "paragraph":
      return [text()];
    case "heading":
      return [text({ heading: HEADINGS[Number(attrs["level"] ?? 1) - 1] ?? HeadingLevel.HEADING_6 })];
    case "bulletList":
    case "orderedList":
    case "taskList":
      return list(node, needs, place);
    case "blockquote":
      return [...within(node, needs, place, "999999"), gap()];
    case "callout": {
      const color = TONES[shownKind(attrs["kind"])];
      const title = new TextRun({ text: calloutTitle(attrs), bold: true, color });
      return [bordered([title], place, color), ...within(node, needs, place, color), gap()];
    }
    case "toggle":
      return blocks(content, needs, place);
    case "toggleSummary":
      return [
        new Paragraph({
          children: inlines(content, needs),
          ...indented(place),
          keepNext: true,
          style: "Strong",
        }),
      ];
    case "columns":
      return [columns(node, needs)];
    case "table":
      return [table(node, needs)];
    case "codeBlock":
      return [code(textOf(node), place), gap()];
    case "mathBlock":
    case "rawBlock":
      return [code(String(attrs["source"] ?? ""), place)];
    case "horizontalRule":
      return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: "AAAAAA" } } })];
    case "fileBlock":
    case "video":
      return [fileLine(attrs, needs, place)];
    case "noteEmbed":
      return [
        new Paragraph({
          children: [new TextRun({ text: referenceText(attrs), style: "Hyperlink" })],
          ...indented(place),
        }),
      ];
    default:
      return blocks(content, needs, place);
  }
}

/** What has a line at its side or a ground of its own would be one with the next of its kind. */
const gap = () =>
  new Paragraph({ spacing: { before: 0, after: 0, line: 120, lineRule: LineRuleType.EXACT } });

const indented = ({ indent }: Place): IParagraphOptions => (indent > 0 ? { indent: { left: indent } } : {});

function textOf(node: JSONContent): string {
  return (node.content ?? []).map((child) => child.text ?? "").join("");
}

function code(source: string, { indent }: Place): Paragraph {
  const children = source
    .split("\n")
    .map((line, index) => new TextRun({ text: line, ...(index > 0 ? { break: 1 } : {}) }));
  return new Paragraph({
    style: "SourceCode",
    shading: { type: ShadingType.CLEAR, fill: "F2F2F2" },
    children,
    ...(indent > 0 ? { indent: { left: indent } } : {}),
  });
}

const wordsOf = (value: unknown) => (typeof value === "string" ? value : "");

function fileLine(attrs: Record<string, unknown>, { origin }: DocxNeeds, place: Place): Paragraph {
  const run = new TextRun({ text: wordsOf(attrs["name"]) || "File", style: "Hyperlink" });
  const url = wordsOf(attrs["url"]);
  const link = url.startsWith("/") ? new ExternalHyperlink({ link: origin + url, children: [run] }) : run;
  return new Paragraph({ children: [link], ...indented(place) });
}

function bordered(children: TextRun[], { indent }: Place, color: string): Paragraph {
  const left = { style: BorderStyle.SINGLE, size: 18, space: 8, color };
  return new Paragraph({ children, border: { left }, indent: { left: indent + STEP }, keepNext: true });
}

/** Quotations and callouts: a line at their side, whatever stands in them. */
function within({ content }: JSONContent, needs: DocxNeeds, place: Place, color: string): DocxBlock[] {
  const inner = { ...place, indent: place.indent + STEP };
  return (content ?? []).flatMap((child): DocxBlock[] => {
    if (child.type !== "paragraph") return block(child, needs, inner);
    const left = { style: BorderStyle.SINGLE, size: 18, space: 8, color };
    return [
      new Paragraph({
        children: inlines(child.content, needs),
        style: "Quote",
        border: { left },
        indent: { left: inner.indent },
      }),
    ];
  });
}

function list(node: JSONContent, needs: DocxNeeds, place: Place): DocxBlock[] {
  const own = node.type === "orderedList" ? ++instance : 0;
  const level = Math.min(place.level, LEVEL_MAX);
  return (node.content ?? []).flatMap((item): DocxBlock[] => {
    const [first, ...others] = item.content ?? [];
    const inner = { level: place.level + 1, indent: (level + 1) * STEP * 2 };
    if (first?.type !== "paragraph") return blocks(item.content, needs, inner);
    const box = node.type === "taskList" ? [new TextRun(item.attrs?.["checked"] === true ? "☒ " : "☐ ")] : [];
    const children = [...box, ...inlines(first.content, needs)];
    const sign: IParagraphOptions =
      node.type === "orderedList"
        ? { numbering: { reference: NUMBERS, level, instance: own } }
        : node.type === "taskList"
          ? { indent: { left: inner.indent, hanging: STEP } }
          : { bullet: { level } };
    return [new Paragraph({ children, ...sign }), ...blocks(others, needs, inner)];
  });
}

const FULL = { size: 100, type: WidthType.PERCENTAGE };

function table({ content = [] }: JSONContent, needs: DocxNeeds): Table {
  const rows = content.map(
    (row, index) =>
      new TableRow({
        cantSplit: true,
        tableHeader: index === 0 && (row.content ?? []).every((cell) => cell.type === "tableHeader"),
        children: (row.content ?? []).map((cell) => tableCell(cell, needs)),
      }),
  );
  return new Table({ rows, width: FULL });
}

function tableCell(cell: JSONContent, needs: DocxNeeds): TableCell {
  const isHead = cell.type === "tableHeader";
  const { colspan = 1, rowspan = 1, align } = (cell.attrs ?? {}) as Record<string, unknown>;
  const alignment = (["left", "center", "right"] as const).find((side) => side === align);
  const children = (cell.content ?? []).map(
    (line) =>
      new Paragraph({
        children: inlines(isHead ? line.content?.map(asBold) : line.content, needs),
        ...(alignment ? { alignment } : {}),
      }),
  );
  return new TableCell({
    children: children.length > 0 ? children : [new Paragraph("")],
    columnSpan: Number(colspan),
    rowSpan: Number(rowspan),
    ...(isHead ? { shading: { fill: "F2F2F2" } } : {}),
  });
}

const asBold = (node: JSONContent): JSONContent =>
  node.type === "text" ? { ...node, marks: [...(node.marks ?? []), { type: "bold" }] } : node;

const NONE = { style: BorderStyle.NONE, size: 0, color: "FFFFFF" };
const BORDERLESS = {
  top: NONE,
  bottom: NONE,
  left: NONE,
  right: NONE,
  insideHorizontal: NONE,
  insideVertical: NONE,
};

/** Columns are what Word's own are not: beside each other for a part of the page only. */
function columns({ content = [] }: JSONContent, needs: DocxNeeds): Table {
  const cells = content.map((column) => {
    const inner = blocks(column.content, needs);
    return new TableCell({ children: inner.length > 0 ? inner : [new Paragraph("")] });
  });
  return new Table({ rows: [new TableRow({ children: cells })], width: FULL, borders: BORDERLESS });
}
