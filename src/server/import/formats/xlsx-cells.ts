import { Refused } from "../../extract/refused.ts";
import { xmlReader } from "../reading/xml.ts";
import type { Formats } from "./xlsx-numbers.ts";

/** Rows of words, without the empty ones at both ends. */
export type SheetCells = string[][];

type Options = { strings: string[]; formats: Formats; columnsMax: number; rowsMax: number };
type Cell = { column: number; type: string; style: number; value: string; inline: string };

/** The cells of one sheet as people see them. @throws Refused for more than a note can bear */
export function readCells(xml: string, { strings, formats, columnsMax, rowsMax }: Options): SheetCells {
  const rows: SheetCells = [];
  const open: string[] = [];
  let at = -1;
  let cell: Cell | null = null;
  let nextColumn = 0;
  const reader = xmlReader({
    open: (tag) => {
      const name = tag.name.replace(/^.*:/, "");
      open.push(name);
      const { r = "", t: type = "n", s = "0" } = tag.attributes as Record<string, string>;
      if (name === "row") {
        at = /^\d{1,7}$/.test(r) ? Number(r) - 1 : at + 1;
        nextColumn = 0;
      }
      if (name === "c") {
        const column = columnOf(r) ?? nextColumn;
        nextColumn = column + 1;
        cell = { column, type, style: Number(s) || 0, value: "", inline: "" };
      }
    },
    text: (text) => {
      if (!cell) return;
      if (open.at(-1) === "v") cell.value += text;
      if (open.at(-1) === "t" && !open.includes("rPh")) cell.inline += text;
    },
    close: () => {
      if (open.pop() !== "c" || !cell) return;
      const words = wordsOf(cell, strings, formats).trim();
      if (words !== "") put(rows, { at, column: cell.column, words }, { columnsMax, rowsMax });
      cell = null;
    },
  });
  reader.write(xml);
  reader.close();
  // A table that begins lower down begins there.
  const first = rows.findIndex((row) => row.length > 0);
  return rows.slice(Math.max(0, first));
}

type Put = { at: number; column: number; words: string };

/** @throws Refused */
function put(
  rows: SheetCells,
  { at, column, words }: Put,
  { columnsMax, rowsMax }: Pick<Options, "columnsMax" | "rowsMax">,
): void {
  if (at > rowsMax) throw new Refused(`more than ${rowsMax.toLocaleString("en")} rows`);
  if (column >= columnsMax) throw new Refused(`more than ${columnsMax} columns`);
  while (rows.length <= at) rows.push([]);
  const row = rows[at]!;
  while (row.length < column) row.push("");
  row[column] = words;
}

/** "B12" is in column 1. */
function columnOf(reference: string): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function wordsOf({ type, style, value, inline }: Cell, strings: string[], formats: Formats): string {
  switch (type) {
    case "s":
      return strings[Number(value)] ?? "";
    case "inlineStr":
      return inline;
    case "str":
    case "e":
      return value;
    case "b":
      return value.trim() === "1" ? "TRUE" : "FALSE";
    case "d":
      return value.replace("T", " ").replace(/ 00:00:00(?:\.0+)?$/, "");
    default:
      return value.trim() === "" ? "" : formats.write(value.trim(), style);
  }
}
