import { createReadStream } from "node:fs";
import { access, open } from "node:fs/promises";
import { join } from "node:path";
import { cleanStrings } from "#document/text/clean-text.ts";
import { Refused } from "../../extract/refused.ts";

/** A row of a table as the export wrote it: columns by their names, bytes in PostgreSQL's hexadecimal. */
export type Row = Record<string, unknown>;
/** Where a row stands in its file. */
export type Place = { table: string; at: number; length: number };

const fileOf = (root: string, table: string) => join(root, "_rows", `public.${table}.jsonl`);

/** Rows of a table, one at a time, with their places, so that long ones can be read again instead of being kept. */
export async function* rowsOf(root: string, table: string): AsyncGenerator<{ row: Row; place: Place }> {
  const path = fileOf(root, table);
  if (
    !(await access(path).then(
      () => true,
      () => false,
    ))
  )
    return;
  let rest: Buffer[] = [];
  let at = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      from = end + 1;
      if (line.length > 0) yield { row: parse(line), place: { table, at, length: line.length } };
      at += line.length + 1;
    }
    rest.push(chunk.subarray(from));
  }
  // Every line ends; what does not was cut off, which is told where it is read.
  const last = Buffer.concat(rest);
  if (last.length > 0) yield { row: parse(last), place: { table, at, length: last.length } };
}

export async function rowAt(root: string, { table, at, length }: Place): Promise<Row> {
  const file = await open(fileOf(root, table));
  try {
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, at);
    return parse(bytes);
  } finally {
    await file.close();
  }
}

function parse(line: Buffer): Row {
  let row: unknown = null;
  try {
    row = JSON.parse(line.toString("utf8"), cleanStrings);
  } catch {
    // Told below, as what is no row.
  }
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new Refused(DAMAGED);
  return row as Row;
}

export const DAMAGED = "This export of Cairn is damaged, or of a newer version. Nothing was imported.";

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** A time that was written down, else now. */
export const timeOf = (value: unknown): string =>
  Number.isNaN(Date.parse(text(value))) ? new Date().toISOString() : text(value);
export const timeOrNull = (value: unknown): string | null =>
  Number.isNaN(Date.parse(text(value))) ? null : text(value);
export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** \x00ff as bytes. */
export const bytesOf = (value: unknown): Uint8Array => Buffer.from(text(value).replace(/^\\x/, ""), "hex");
