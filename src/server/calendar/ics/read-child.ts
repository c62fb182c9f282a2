import { readFile } from "node:fs/promises";
import { UnreadableCalendar } from "../../ics/read-calendar.ts";
import type { FileLine } from "./file-lines.ts";
import { linesOf } from "./series-lines.ts";

/*
 * Reads one calendar file somebody sent, in a process of its own: see read-file.ts. What it writes are lines of JSON, one for each series;
 * whatever goes wrong ends it with another code than 0.
 */

const [, , path = ""] = process.argv;

/** What no column takes: a character of PostgreSQL's own, and halves of characters. */
const clean = (_key: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

function* textOf(file: Uint8Array): Generator<string> {
  try {
    for (const line of linesOf(file)) yield `${JSON.stringify(line, clean)}\n`;
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error;
    const refused: FileLine = { is: "refused", why: error.message };
    yield `${JSON.stringify(refused)}\n`;
  }
}

for (const text of textOf(await readFile(path)))
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  );
