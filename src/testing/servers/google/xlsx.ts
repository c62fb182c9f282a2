import { zipOf } from "../../import-files.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type Cell = string | number | { value: number; code: string } | { xml: string };
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A workbook as programs write it: shared texts, numbers, and numbers with a code of their own. */
export function xlsxOf(sheets: Record<string, Cell[][]>): Promise<Buffer> {
  const strings: string[] = [];
  const codes: string[] = [];
  const cellOf = (cell: Cell, at: string): string => {
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === "string")
      return cell === "" ? "" : `<c r="${at}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
    if ("xml" in cell) return cell.xml;
    return `<c r="${at}" s="${codes.push(cell.code)}"><v>${cell.value}</v></c>`;
  };
  const sheetOf = (rows: Cell[][]): string =>
    `<worksheet xmlns="${MAIN}"><sheetData>${rows
      .map((cells, row) => {
        const inRow = cells.map((cell, column) =>
          cellOf(cell, `${String.fromCharCode(65 + column)}${row + 1}`),
        );
        return `<row r="${row + 1}">${inRow.join("")}</row>`;
      })
      .join("")}</sheetData></worksheet>`;
  const names = Object.keys(sheets);
  const files: Record<string, string> = {};
  for (const [at, name] of names.entries())
    files[`xl/worksheets/sheet${at + 1}.xml`] = sheetOf(sheets[name]!);
  return zipOf({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names
      .map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}">${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts>${codes
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...files,
  });
}
