import type { EventToWrite } from "../../ics/ics.ts";
import { writeCalendar } from "../../ics/write-calendar.ts";
import { toIcsEvents, uidOf } from "../ics/to-ics.ts";
import { answersOf, type GuestRow, type Guests } from "./load-guests.ts";
import { rowsFor } from "./plan-mails.ts";

export type Method = "REQUEST" | "CANCEL";
type About = {
  method: Method;
  sequence: number;
  email: string | null;
  /** Of a cancellation: what was told of, as `canceledRows` has it. */
  canceled?: GuestRow[];
};

/** What somebody was told of: the whole, or the instances that they were asked to and nothing of the rest. */
export function canceledRows({ root, instances }: Guests, told: readonly string[] | null): GuestRow[] {
  if (told === null) return [root];
  return told.map((instance) => {
    const known = instances.find((row) => row.instance === instance);
    if (known) return known;
    // It is like the others again, whose words are no matter of theirs.
    const [date = "", time = null] = instance.split("T");
    const blank = { ...root, title: "Event", location: "", description: "", repeat: null, attendees: [] };
    return {
      ...blank,
      instance,
      date,
      end_date: date,
      time,
      end_time: time,
      except_dates: [],
      extra_dates: [],
    };
  });
}

/**
 * iTIP (RFC 5546) of what one address is asked to, or everybody. What other programs have said of the event stays here: it is written from
 * what Cairn itself knows.
 */
export function writeInvitation(guests: Guests, { method, sequence, email, canceled = [] }: About): string {
  const rows =
    method === "CANCEL"
      ? canceled
      : email === null
        ? [guests.root, ...guests.instances]
        : rowsFor(guests, email);
  const asked = method === "CANCEL" ? email : null;
  return writeCalendar({
    method,
    events: rows.map((row) => toWrite(guests, row, { method, sequence, asked })),
    now: Date.now(),
  });
}

function toWrite(
  guests: Guests,
  row: GuestRow,
  { method, sequence, asked }: { method: Method; sequence: number; asked: string | null },
): EventToWrite {
  const answers = answersOf(guests);
  // Alone, for what is joined in one file: which calendar each is in is no matter here.
  const [event] = toIcsEvents([{ ...row, series_id: null }], row.calendar_id);
  const attendees =
    asked === null
      ? row.attendees.map((attendee) => ({ ...attendee, status: answers.get(attendee.email) ?? null }))
      : [{ email: asked, name: null, isOptional: false, status: null }];
  return {
    ...event!,
    uid: uidOf(guests.root),
    instance: row.instance,
    timeZone: row.time === null ? null : (row.time_zone ?? guests.zone),
    people: { organizer: guests.organizer, attendees },
    // Lines that a file of ours has no other place for.
    ics: [`SEQUENCE:${sequence}`, method === "CANCEL" ? "STATUS:CANCELLED" : "STATUS:CONFIRMED"].join("\n"),
  };
}
