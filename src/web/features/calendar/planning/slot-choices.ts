import { dayIn, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { addMinutes, type Span } from "../model/times.ts";

type Slot = { startsAt: string; endsAt: string };

/** A time that can be taken, and until when nothing else begins. */
export type SlotChoice = { span: Span; freeUntil: string };

const QUARTER = 15;

const onClock = (instant: string, zone: string) => momentAt(wallAt(Date.parse(instant), zone), false);

/** The next quarter of an hour, or the moment itself where that would leave too little. */
function roundStart(start: string, end: string, minutes: number): string {
  const late = Number(start.slice(14, 16)) % QUARTER;
  const rounded = late === 0 ? start : addMinutes(start, QUARTER - late);
  return addMinutes(rounded, minutes) <= end ? rounded : start;
}

/** What each free time offers first, by days. */
export function slotChoices(
  slots: readonly Slot[],
  minutes: number,
  zone: string,
): { day: string; choices: SlotChoice[] }[] {
  const choices = slots.map(({ startsAt, endsAt }): SlotChoice => {
    const freeUntil = onClock(endsAt, zone);
    const start = roundStart(onClock(startsAt, zone), freeUntil, minutes);
    return { span: { start, end: addMinutes(start, minutes) }, freeUntil };
  });
  const byDay = Map.groupBy(choices, ({ span }) => dayIn(span.start));
  return [...byDay].map(([day, ofDay]) => ({ day, choices: ofDay }));
}
