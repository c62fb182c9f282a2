import { CalendarClock } from "lucide-react";
import { useMemo } from "react";
import { remindAsSaid } from "../../kernel/reminders/remind-as-said.ts";
import { SentenceLine } from "../../kernel/tasks/sentence-line.tsx";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { newId } from "../../platform/ids.ts";
import { type EventReading, eventReader } from "./event-words.ts";
import { createEvent } from "./model/event-mutations.ts";
import type { NewEvent } from "./model/reshape.ts";
import { type Span, spanOf, spanWords, timesOf } from "./model/times.ts";

type AddEventProps = {
  /** The day of an event that names none. */
  on: string;
  timeZone: string;
  onMade: (day: string) => void;
  /** Words that the line begins with. */
  initial?: string;
  /** The note that the event is about. */
  noteId?: string | null;
  /** The project that it is put into. */
  projectId?: string;
  /** When it is where its words name no time, such as one that was drawn. */
  span?: Span;
};

/** Words that say neither a day nor a time leave those that were drawn. */
const inSpan = (event: NewEvent, on: string, span: Span | undefined): NewEvent =>
  span && event.time === null && event.date === on && event.endDate === on
    ? { ...event, ...timesOf(span) }
    : event;

/** Takes an event in words. */
export function AddEvent({ on, timeZone, onMade, initial, noteId = null, projectId, span }: AddEventProps) {
  const now = useMinute();
  const load = useMemo(() => eventReader(on, span !== undefined), [on, span]);
  const add = async (words: string, read: EventReading | null) => {
    // Without what reads it, it is an event of the day.
    const ofDay = { title: words.trim(), ...timesOf(span ?? { start: on, end: on }) };
    const event = {
      ...(read ? inSpan(read.event, on, span) : ofDay),
      ...(noteId && { noteId }),
      ...(projectId && { projectId }),
    };
    onMade(event.date);
    const id = newId();
    if ((await createEvent(event, id)) && read) await remindAsSaid({ eventId: id }, read);
  };
  return (
    <SentenceLine
      label={t("Add an event")}
      placeholder={t("Add an event: lunch with Ana Friday 12-13 at Luigi's")}
      timeZone={timeZone}
      {...(initial && { initial })}
      load={load}
      onAdd={add}
      className="cal-no-print min-w-0 flex-1"
    >
      {(reading) => (
        <p aria-live="polite" className="flex items-center gap-1.5 pt-1.5 text-xs text-muted">
          <CalendarClock size={13} aria-hidden="true" className="shrink-0" />
          {t("{title}: {when}", {
            title: reading.event.title,
            when: spanWords(spanOf(inSpan(reading.event, on, span)), now),
          })}
        </p>
      )}
    </SentenceLine>
  );
}
