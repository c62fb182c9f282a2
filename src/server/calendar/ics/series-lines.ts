import type { IcsEvent, Remark } from "../../ics/ics.ts";
import { readCalendar } from "../../ics/read-calendar.ts";
import { fitEvent } from "./fit-event.ts";
import { type FileLine, REMARKS_MAX, type SeriesLine } from "./file-lines.ts";

/** What a calendar file says, a series at a time, and last what of it was left out. @throws UnreadableCalendar */
export function* linesOf(file: Uint8Array): Generator<FileLine> {
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

const ODD_ALARM = "It has an alarm that no reminder can be.";

function seriesOf(group: IcsEvent[], skipped: Told, changed: Told): SeriesLine | null {
  const line: SeriesLine = { is: "series", uid: group[0]!.uid, series: null, instances: [] };
  for (const event of group) {
    const fit = fitEvent(event);
    if ("why" in fit) skipped.add(event.title, fit.why);
    else if (fit.event.instance === null) line.series = fit.event;
    else line.instances.push(fit.event);
    if ("event" in fit && fit.event.alarms.unread > 0) changed.add(event.title, ODD_ALARM);
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
