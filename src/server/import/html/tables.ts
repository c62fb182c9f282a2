import type { JSONContent } from "@tiptap/core";
import type { BlockReader } from "./blocks.ts";
import { attribute, type HtmlElement, isElement, styleOf } from "./element.ts";

const COLUMNS_MAX = 100;

/** A table; one cell alone is how old pages lay text out, and stands for what is in it. */
export function readTable(table: HtmlElement, reader: BlockReader): JSONContent[] {
  const rows = rowsOf(table).map((row) =>
    row.childNodes.filter(isElement).filter(({ tagName }) => tagName === "td" || tagName === "th"),
  );
  const cells = rows.flat();
  if (cells.length === 0) return reader.inside(table);
  if (cells.length === 1) return reader.inside(cells[0]!);
  const caption = table.childNodes.filter(isElement).find(({ tagName }) => tagName === "caption");
  const hasSpans = cells.some((cell) => spanOf(cell, "rowspan") > 1);
  const width = Math.min(COLUMNS_MAX, Math.max(...rows.map(widthOf)));
  const content = rows
    .filter((row) => row.length > 0)
    .map((row): JSONContent => {
      const made = row.slice(0, COLUMNS_MAX).map((cell) => readCell(cell, reader));
      // A row that is short would make the editor mend the table at the first key.
      for (let at = hasSpans ? width : widthOf(row); at < width; at++) made.push(emptyCell());
      return { type: "tableRow", content: made };
    });
  return [...(caption ? reader.inside(caption) : []), { type: "table", content }];
}

const emptyCell = (): JSONContent => ({ type: "tableCell", content: [{ type: "paragraph" }] });

function rowsOf(table: HtmlElement): HtmlElement[] {
  return table.childNodes
    .filter(isElement)
    .flatMap((part) =>
      part.tagName === "tr"
        ? [part]
        : ["thead", "tbody", "tfoot"].includes(part.tagName)
          ? part.childNodes.filter(isElement).filter(({ tagName }) => tagName === "tr")
          : [],
    );
}

function spanOf(cell: HtmlElement, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attribute(cell, name) ?? "1", 10);
  return span > 0 && span <= COLUMNS_MAX ? span : 1;
}

const widthOf = (row: HtmlElement[]) => row.reduce((sum, cell) => sum + spanOf(cell, "colspan"), 0);

function readCell(cell: HtmlElement, reader: BlockReader): JSONContent {
  const align = attribute(cell, "align") ?? styleOf(cell, "text-align");
  const attrs = { colspan: spanOf(cell, "colspan"), rowspan: spanOf(cell, "rowspan"), align };
  const type = cell.tagName === "th" ? "tableHeader" : "tableCell";
  return { type, attrs, content: inParagraphs(reader.inside(cell)) };
}

/** A cell holds lines: of anything else its text stays, one line for each part of it. */
export function inParagraphs(blocks: JSONContent[]): JSONContent[] {
  const lines = blocks.flatMap((block) => linesOf(block, ""));
  return lines.length > 0 ? lines : [{ type: "paragraph" }];
}

function linesOf(block: JSONContent, sign: string): JSONContent[] {
  const isLine = ["paragraph", "heading", "toggleSummary", "codeBlock"].includes(block.type ?? "");
  if (isLine) {
    const before = sign === "" ? [] : [{ type: "text", text: sign }];
    return [{ type: "paragraph", content: [...before, ...(block.content ?? [])] }];
  }
  if (typeof block.attrs?.source === "string")
    return [{ type: "paragraph", content: [{ type: "text", text: block.attrs.source }] }];
  return (block.content ?? []).flatMap((child, index) => {
    if (child.type === "listItem")
      return linesOf(child, block.type === "orderedList" ? `${index + 1}. ` : "• ");
    if (child.type === "taskItem") return linesOf(child, child.attrs?.checked ? "☑ " : "☐ ");
    return linesOf(child, index === 0 ? sign : "");
  });
}
