import { CalendarClock, Plus } from "lucide-react";
import { useMemo, useRef, useState, type FormEvent } from "react";
import { remindAsSaid } from "../../kernel/reminders/remind-as-said.ts";
import { PartChips } from "../../kernel/tasks/part-chips.tsx";
import { type Span as Letters, stillThere, useReading } from "../../kernel/tasks/use-reading.ts";
import { newId } from "../../platform/ids.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { createEvent } from "./model/event-mutations.ts";
import { eventReader, spanOfReading } from "./event-words.ts";
import { spanWords } from "./model/times.ts";

const TITLE_MAX = 1000;

type AddEventProps = {
  /** The day of an event that names none. */
  on: string;
  timeZone: string;
  onMade: (day: string) => void;
};

/** One line that takes an event in words; under it stands what was understood, and each part of it can be taken back. */
export function AddEvent({ on, timeZone, onMade }: AddEventProps) {
  const [words, setWords] = useState("");
  const [ignored, setIgnored] = useState<readonly Letters[]>([]);
  const isComposing = useRef(false);
  const now = useMinute();
  const load = useMemo(() => eventReader(on), [on]);
  const reading = useReading(words, ignored, timeZone, load);
  const add = async () => {
    setWords("");
    setIgnored([]);
    // Entered before what reads it has come: then without it, as an event of the day.
    const read = reading ?? (await load(timeZone).catch(() => null))?.(words, ignored);
    const event = read?.event ?? {
      title: words.trim(),
      date: on,
      time: null,
      endDate: on,
      endTime: null,
    };
    onMade(event.date);
    const id = newId();
    if ((await createEvent(event, id)) && read) await remindAsSaid({ eventId: id }, read.said);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComposing.current && words.trim()) void add();
  };
  return (
    <form onSubmit={submit} className="cal-no-print min-w-0 flex-1">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Plus
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint"
          />
          <input
            aria-label={t("Add an event")}
            placeholder={t("Add an event: lunch with Ana Friday 12-13 at Luigi's")}
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={TITLE_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setIgnored(stillThere(ignored, words, event.target.value));
            }}
            onCompositionStart={() => (isComposing.current = true)}
            onCompositionEnd={() => (isComposing.current = false)}
            className={`${inputClass} h-8 ps-9 pointer-coarse:h-11`}
          />
        </div>
        <Button type="submit" className="pointer-coarse:h-11" disabled={!words.trim()}>
          {t("Add")}
        </Button>
      </div>
      <PartChips reading={reading} onTakeBack={(span) => setIgnored([...ignored, span])} />
      {reading && (
        <p aria-live="polite" className="flex items-center gap-1.5 pt-1.5 text-xs text-muted">
          <CalendarClock size={13} aria-hidden="true" className="shrink-0" />
          {t("{title}: {when}", {
            title: reading.event.title,
            when: spanWords(spanOfReading(reading), now),
          })}
        </p>
      )}
    </form>
  );
}
