import { Refused } from "../../extract/refused.ts";
import { parseCsv } from "../formats/csv.ts";

/** A row of a table by the names of its columns, in small letters; a field it does not have is empty. */
export type TableRow = { line: number; get: (column: string) => string };

/** Rows behind the line that names the columns, which is the first one that has all of these. @throws Refused */
export function recordsOf(text: string, columns: readonly string[]): TableRow[] {
  // Excel's mark of UTF-8, and what spreadsheets write to have their own separator understood.
  const clean = text.replace(/^\uFEFF/, "").replace(/^sep=.\r?\n/i, "");
  const rows = parseCsv(clean, separatorIn(clean, columns));
  const isHead = (row: string[]) => columns.every((column) => row.map(nameOf).includes(column));
  const at = rows.findIndex(isHead);
  if (at < 0) throw new Refused(`it has no columns ${columns.join(", ")}`);
  const places = new Map(rows[at]!.map((name, place) => [nameOf(name), place]));
  return rows.slice(at + 1).map((row, index) => ({
    line: at + index + 2,
    get: (column) => (row[places.get(column) ?? -1] ?? "").replaceAll("\0", "").toWellFormed(),
  }));
}

const nameOf = (name: string) =>
  name
    .replace(/^\uFEFF/, "")
    .trim()
    .toLowerCase();

/** The sign between the names of two columns: what stands before them in the file has others. */
function separatorIn(text: string, columns: readonly string[]): string {
  const [, sign = ","] = new RegExp(`"?\\b${columns[0]}"?\\s?([,;\\t|])`, "i").exec(text) ?? [];
  return sign;
}
