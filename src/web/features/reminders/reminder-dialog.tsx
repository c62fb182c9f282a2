import { useEffect, useState, type FormEvent } from "react";
import type { Beginning, ReminderSubject } from "../../kernel/actions/remind-of.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field, inputClass, lineClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import {
  createReminder,
  type ReminderFrequency,
  type ReminderTime,
} from "../../kernel/reminders/reminder-mutations.ts";
import { useReminders } from "../../kernel/reminders/reminder-lists.ts";
import { ReminderRow } from "./reminder-row.tsx";
import { subjectPath } from "./subject-path.ts";
import { choicesBefore, timeChoices } from "./time-choices.ts";
import { onAccountClock } from "../../kernel/account/account-clock.ts";
import { whenWords } from "../../kernel/reminders/when-words.ts";

export type ReminderDialogProps = {
  subject: ReminderSubject;
  title: string;
  beginning?: Beginning | undefined;
  onClose: () => void;
};

const FREQUENCIES = [
  ["once", t("Once")],
  ["daily", t("Every day")],
  ["weekly", t("Every week")],
  ["monthly", t("Every month")],
  ["yearly", t("Every year")],
] as const;

/** The reminders of one thing, and another one: chosen, written in words, or by day and time. */
export function ReminderDialog({ subject, title, beginning, onClose }: ReminderDialogProps) {
  const now = useMinute();
  const { data } = useReminders(subject);
  const open = data?.reminders.filter(({ status }) => status !== "dismissed") ?? [];
  const [time, setTime] = useState({ day: "", time: "09:00" });
  const [frequency, setFrequency] = useState<ReminderFrequency>("once");
  const [words, setWords] = useState("");
  const read = useMoment(words);
  const localTime = read?.localTime ?? (time.day && time.time ? `${time.day}T${time.time}` : null);
  const choices = [
    ...(beginning ? choicesBefore(beginning) : []),
    ...("eventId" in subject ? [] : timeChoices(onAccountClock(now))),
  ];
  const path = subjectPath({ noteId: null, taskId: null, eventId: null, ...subject });
  const isHere = `${location.pathname}${location.search}`.startsWith(path);
  const add = (chosen: ReminderTime) => {
    void createReminder(subject, chosen);
    onClose();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (read?.repeat) add({ localTime: read.localTime, repeat: read.repeat });
    else if (localTime) add({ localTime, frequency });
  };
  return (
    <Dialog title={t("Remind me of {title}", { title })} isOpen onClose={onClose} size="narrow">
      <form onSubmit={handleSubmit} className="flex min-h-0 flex-1 flex-col">
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          {open.length > 0 && (
            <ul aria-label={t("Reminders set")} className="flex flex-col gap-1">
              {open.map((reminder) => (
                <ReminderRow key={reminder.id} reminder={reminder} now={now} />
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-2">
            {choices.map(({ words: label, time: chosen }) => (
              <Button
                key={label}
                onClick={() => add("localTime" in chosen ? { frequency, ...chosen } : chosen)}
                title={"localTime" in chosen ? whenWords(chosen.localTime, now) : undefined}
              >
                {label}
              </Button>
            ))}
          </div>
          <Field
            label={t("When")}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            placeholder={t("tomorrow 5pm")}
            hint={
              read ? `${whenWords(read.localTime, now)}${read.repeat ? `, ${t("repeats")}` : ""}` : undefined
            }
            dir="auto"
            autoComplete="off"
          />
          <DateField
            isLine
            label={t("Day")}
            value={read?.localTime.slice(0, 10) ?? time.day}
            onChange={(event) => {
              setWords("");
              setTime({ ...time, day: event.target.value });
            }}
          />
          <div className={lineClass}>
            <label htmlFor="reminder-time" className="text-sm font-medium">
              {t("Time")}
            </label>
            <input
              id="reminder-time"
              type="time"
              value={read?.localTime.slice(11) ?? time.time}
              onChange={(event) => {
                setWords("");
                setTime({ day: read?.localTime.slice(0, 10) ?? time.day, time: event.target.value });
              }}
              className={`${inputClass} h-9`}
            />
          </div>
          <Select
            isLine
            label={t("Repeat")}
            value={frequency}
            onChange={(event) => setFrequency(event.target.value as ReminderFrequency)}
          >
            {FREQUENCIES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <DialogActions>
          {!isHere && (
            <Button
              className="me-auto"
              onClick={() => {
                onClose();
                useActionContext.getState().go(path);
              }}
            >
              {t("Open")}
            </Button>
          )}
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" disabled={!localTime}>
            {t("Set Reminder")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const MORNING = "09:00";

type Said = { localTime: string; repeat: string | null };

/** The day and time that words say, and how often, once what reads them has come; a day alone is its morning. */
function useMoment(words: string): Said | null {
  const timeZone = usePreferences()?.settings.timeZone;
  const [read, setRead] = useState<((text: string) => Said | null) | null>(null);
  const isWanted = words !== "";
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    void Promise.all([import("#language/quick-add.ts"), import("#language/time-zone.ts")]).then(
      ([{ readQuickAdd }, { clockOf }]) => {
        const reader = (text: string) => {
          const { date, time, rrule } = readQuickAdd(text, { now: clockOf(new Date(), timeZone) });
          return date ? { localTime: `${date}T${time ?? MORNING}`, repeat: rrule } : null;
        };
        if (!isLeft) setRead(() => reader);
      },
      // Without it there are the fields below.
      () => {},
    );
    return () => void (isLeft = true);
  }, [isWanted, timeZone]);
  return words.trim() && read ? read(words) : null;
}
