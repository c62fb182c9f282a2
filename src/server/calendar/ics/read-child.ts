import { readFile } from "node:fs/promises";
import type { IcsEvent, Remark } from "../../ics/ics.ts";
import { readCalendar, UnreadableCalendar } from "../../ics/read-calendar.ts";
import { fitEvent } from "./fit-event.ts";
import { type FileLine, REMARKS_MAX, type SeriesLine } from "./file-lines.ts";

/*
 * Reads one calendar file somebody sent, in a process of its own: see read-file.ts. What it writes are lines of JSON, one for each series;
 * whatever goes wrong ends it with another code than 0.
 */

const [, , path = ""] = process.argv;

function* linesOf(file: Uint8Array): Generator<FileLine> {
  const read = readCalendar(file);
  const skipped = new Told(read.skipped, read.skippedCount);
  const changed = new Told(read.changed, read.changedCount);
  yield { is: "about", name: read.calendarName, method: read.method };
  for (const group of Map.groupBy(read.events, ({ uid }) => uid).values()) {
    const line = seriesOf(group, skipped, changed);
    if (line) yield line;
  }
  for (const todo of read.todos) yield { is: "todo", todo };
  yield {
    is: "end",
    skipped: skipped.list,
    skippedCount: skipped.count,
    changed: changed.list,
    changedCount: changed.count,
  };
}

function seriesOf(group: IcsEvent[], skipped: Told, changed: Told): SeriesLine | null {
  const line: SeriesLine = { is: "series", uid: group[0]!.uid, series: null, instances: [] };
  for (const event of group) {
    const fit = fitEvent(event);
    if ("why" in fit) skipped.add(event.title, fit.why);
    else if (fit.event.instance === null) line.series = fit.event;
    else line.instances.push(fit.event);
    if ("changes" in fit) for (const why of fit.changes) changed.add(event.title, why);
    // Its instances are nothing without it.
    if ("why" in fit && event.instance === null) return null;
  }
  return line;
}

class Told {
  readonly list: { title: string; why: string }[];
  count: number;

  constructor(remarks: Remark[], count: number) {
    this.list = remarks.slice(0, REMARKS_MAX).map(({ title, why }) => ({ title, why }));
    this.count = count;
  }

  add(title: string, why: string) {
    this.count += 1;
    if (this.list.length < REMARKS_MAX) this.list.push({ title: title.slice(0, 200), why });
  }
}

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
