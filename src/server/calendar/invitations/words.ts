import { isDay, momentOf } from "#language/moment.ts";
import { instantOf } from "../../ics/moments.ts";

/**
 * A header is one line; what could end it, or turn its direction, becomes a space. The two joiners stay between letters: Persian is
 * written with one, and families of emoji are joined by the other.
 */
export const oneLine = (text: string, max = 200): string =>
  text
    .replaceAll(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu, " ")
    .replaceAll(/(?<=^|\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)/g, "")
    .trim()
    .slice(0, max)
    .trim();

export type Times = {
  date: string;
  time: string | null;
  endDate: string;
  endTime: string | null;
  /** What its clock shows. */
  zone: string;
};

/** When it begins and ends, as points in time; days alone have none. */
export const instantsOf = ({ date, time, endDate, endTime, zone }: Times): [Date, Date] | null =>
  time === null
    ? null
    : [
        new Date(instantOf({ local: `${date}T${time}:00`, zone })),
        new Date(instantOf({ local: `${endDate}T${endTime ?? time}:00`, zone })),
      ];

const DAY: Intl.DateTimeFormatOptions = { weekday: "short", month: "short", day: "numeric", year: "numeric" };

/** "Fri, Nov 27, 2026, 9:00 – 10:00 AM", by the clock of the event. */
export function whenWords(times: Times): string {
  const isAllDay = isDay(momentOf(times.date, times.time));
  const format = new Intl.DateTimeFormat("en-US", {
    ...DAY,
    ...(!isAllDay && { hour: "numeric", minute: "2-digit" }),
    timeZone: "UTC",
  });
  const at = (day: string, time: string | null) => new Date(`${day}T${time ?? "00:00"}Z`);
  // The thin spaces of the library are of no use in mails.
  return format
    .formatRange(at(times.date, times.time), at(times.endDate, times.endTime))
    .replaceAll(/[\u2009\u202f]/g, " ");
}
