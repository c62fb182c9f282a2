import { CalendarClock } from "lucide-react";
import { useMemo } from "react";
import { remindAsSaid } from "../../kernel/reminders/remind-as-said.ts";
import { SentenceLine } from "../../kernel/tasks/sentence-line.tsx";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { newId } from "../../platform/ids.ts";
import { type EventReading, eventReader, spanOfReading } from "./event-words.ts";
import { createEvent } from "./model/event-mutations.ts";
import { spanWords } from "./model/times.ts";

type AddEventProps = {
  /** The day of an event that names none. */
  on: string;
  timeZone: string;
  onMade: (day: string) => void;
  /** Words that the line begins with. */
  initial?: string;
  /** The note that the event is about. */
  noteId?: string | null;
};

/** Takes an event in words. */
export function AddEvent({ on, timeZone, onMade, initial, noteId = null }: AddEventProps) {
  const now = useMinute();
  const load = useMemo(() => eventReader(on), [on]);
  const add = async (words: string, read: EventReading | null) => {
    // Without what reads it, it is an event of the day.
    const ofDay = { title: words.trim(), date: on, time: null, endDate: on, endTime: null };
    const event = { ...(read?.event ?? ofDay), ...(noteId && { noteId }) };
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
            when: spanWords(spanOfReading(reading), now),
          })}
        </p>
      )}
    </SentenceLine>
  );
}
