import { Readable } from "node:stream";
import { CalendarParts } from "../../ics/write-calendar.ts";
import { type FileRow, toIcsEvents } from "./to-ics.ts";

/** Series and single events in one part of a file. */
export const EVENTS_IN_PART = 500;

export type FileHead = {
  id: string;
  name: string;
  /** Of the account: what events without one go by. */
  time_zone: string | null;
  /** Those of events, each with the first year it is needed in. */
  zones: Record<string, number>;
};

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * A calendar as an iCalendar file, made while it is fetched, so that a large one is never held as a whole.
 *
 * @param readPart the next events behind an id, in the order of their ids, each with its changed instances
 */
export function writeFile(head: FileHead, readPart: (after: string) => Promise<FileRow[]>): Readable {
  return Readable.from(partsOf(head, readPart), { objectMode: false });
}

async function* partsOf(head: FileHead, readPart: (after: string) => Promise<FileRow[]>) {
  const about = { name: head.name, timeZone: head.time_zone };
  const parts = new CalendarParts(about, new Map(Object.entries(head.zones)));
  yield parts.head;
  let after: string | null = BEFORE_ALL;
  while (after !== null) {
    const rows: FileRow[] = await readPart(after);
    yield parts.entries(toIcsEvents(rows, head.id));
    after = lastOf(rows);
  }
  yield parts.end;
}

/** Null when it was the last part. */
function lastOf(rows: FileRow[]): string | null {
  const ids = new Set(rows.map(({ id }) => id));
  const own = rows.filter(({ series_id: seriesId }) => seriesId === null || !ids.has(seriesId));
  return own.length < EVENTS_IN_PART ? null : own.reduce((last, { id }) => (id > last ? id : last), "");
}
