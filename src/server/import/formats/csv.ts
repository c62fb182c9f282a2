import { posix } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import type { JSONContent } from "@tiptap/core";
import { CSV_COLUMNS_MAX, CSV_ROWS_A_NOTE, CSV_ROWS_MAX } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";
import { type Stage, STAGED } from "../reading/stage.ts";
import { titleOf } from "./html-file.ts";
import { readText } from "./read-text.ts";

/** Rows of fields, as RFC 4180 and the programs that half follow it write them. A quote that never ends is a letter like others. */
export function parseCsv(text: string, separator = separatorOf(text)): string[][] {
  try {
    return read(text, separator, '"');
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return read(text, separator, false);
  }
}

const read = (text: string, delimiter: string, quote: '"' | false): string[][] =>
  parse(text, {
    delimiter,
    quote,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });

/** The sign that stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 20_000))?.[0] ?? "").replaceAll(
    /"(?:[^"]|"")*"/g,
    "",
  );
  const counts = [",", ";", "\t", "|"].map((sign) => [sign, line.split(sign).length] as const);
  return counts.sort((a, b) => b[1] - a[1])[0]![0];
}

/** A table as notes of at most a thousand rows each, which an editor can bear. @throws Refused */
export async function writeCsv(
  file: string,
  path: string,
  stage: Stage,
  linkOf: (cell: string) => string | null = () => null,
): Promise<string[]> {
  const rows = parseCsv((await readText(file, 50_000_000)).replace(/^\uFEFF/, ""));
  const [head, ...all] = rows;
  if (!head) throw new Refused("an empty table");
  if (all.length > CSV_ROWS_MAX) throw new Refused(`more than ${CSV_ROWS_MAX.toLocaleString("en")} rows`);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width > CSV_COLUMNS_MAX) throw new Refused(`more than ${CSV_COLUMNS_MAX} columns`);
  const title = titleOf(path);
  const paths: string[] = [];
  for (let from = 0; from === 0 || from < all.length; from += CSV_ROWS_A_NOTE) {
    const part = all.slice(from, from + CSV_ROWS_A_NOTE);
    const words =
      all.length > CSV_ROWS_A_NOTE ? `${title}, rows ${from + 1} to ${from + part.length}` : title;
    const doc = { type: "doc", content: [table(head, part, width, linkOf)] };
    const target = await stage.freeName(posix.dirname(path), words, STAGED);
    await stage.writeNote(target, {
      title: words,
      tags: [],
      created: null,
      updated: null,
      doc,
      warnings: [],
    });
    paths.push(target);
  }
  return paths;
}

/** Rows as a table, below a row of headings. */
export function table(
  head: string[],
  rows: string[][],
  width: number,
  linkOf: (cell: string) => string | null,
): JSONContent {
  const row = (fields: string[], type: string): JSONContent => ({
    type: "tableRow",
    content: Array.from({ length: width }, (_, at) => ({
      type,
      content: lines(fields[at] ?? "", at === 0 && type === "tableCell" ? linkOf(fields[0] ?? "") : null),
    })),
  });
  return {
    type: "table",
    content: [row(head, "tableHeader"), ...rows.map((fields) => row(fields, "tableCell"))],
  };
}

const ADDRESS = /^https?:\/\/\S+$/;

function lines(text: string, href: string | null): JSONContent[] {
  return text.split(/\r\n?|\n/).map((line): JSONContent => {
    const words = line.trim();
    if (words === "") return { type: "paragraph" };
    const target = href ?? (ADDRESS.test(words) ? words : null);
    const marks = target ? { marks: [{ type: "link", attrs: { href: target } }] } : {};
    return { type: "paragraph", content: [{ type: "text", text: words, ...marks }] };
  });
}
