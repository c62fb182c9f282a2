import type { ReactNode } from "react";
import { useId, useState } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { t } from "../../../lib/messages/t.ts";
import { DateField } from "../../../ui/dates/date-field.tsx";
import { Field, inputClass, lineClass } from "../../../ui/field.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { type EventForm, withAllDay, withStart } from "./event-form.ts";
import { type Repetition, repetitions } from "./repeat-fields.ts";

type TimeFieldsProps = {
  form: EventForm;
  now: string;
  error?: string | undefined;
  onChange: (form: EventForm) => void;
};

/** A day and its time, side by side where there is room. */
const MOMENT = "flex flex-col gap-3 sm:flex-row sm:items-start sm:gap-2";

/** When it begins and ends. */
export function TimeFields({ form, now, error, onChange }: TimeFieldsProps) {
  const id = useId();
  const { date, time, endDate, endTime } = form;
  return (
    <>
      <label className={lineClass}>
        <span className="text-sm font-medium">{t("All day")}</span>
        <span className="flex min-h-6 items-center pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={time === null}
            onChange={(event) => onChange(withAllDay(form, event.target.checked, now))}
            className="size-4 accent-(--accent-fill)"
          />
        </span>
      </label>
      <div className={MOMENT}>
        <DateField
          isLine
          className="sm:flex-1"
          label={t("Start")}
          value={date}
          required
          onInput={(event) => onChange(withStart(form, { date: event.currentTarget.value }))}
          onChange={() => {}}
        />
        {time !== null && (
          <TimeLine
            id={`${id}-start`}
            label={t("Start time")}
            value={time}
            onChange={(next) => onChange(withStart(form, { time: next }))}
          />
        )}
      </div>
      <div className={MOMENT}>
        <DateField
          isLine
          className="sm:flex-1"
          label={t("End")}
          value={endDate}
          required
          error={error}
          onInput={(event) => onChange({ ...form, endDate: event.currentTarget.value || endDate })}
          onChange={() => {}}
        />
        {endTime !== null && (
          <TimeLine
            id={`${id}-end`}
            label={t("End time")}
            value={endTime}
            onChange={(next) => onChange({ ...form, endTime: next || endTime })}
          />
        )}
      </div>
    </>
  );
}

type TimeLineProps = { id: string; label: string; value: string; onChange: (time: string) => void };

function TimeLine({ id, label, value, onChange }: TimeLineProps) {
  return (
    <div className="max-sm:grid max-sm:grid-cols-[7.5rem_minmax(0,1fr)] max-sm:items-center max-sm:gap-x-3 sm:w-32">
      <label htmlFor={id} className="text-sm font-medium sm:sr-only">
        {label}
      </label>
      <input
        id={id}
        type="time"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} h-9`}
      />
    </div>
  );
}

type PartProps = { form: EventForm; onChange: (given: Partial<EventForm>) => void };

/** Closed where the event's clock is that of the page. */
export function ZoneField({ form, pageZone, onChange }: PartProps & { pageZone: string }) {
  const zone = form.timeZone ?? pageZone;
  const [isOpen] = useState(zone !== pageZone);
  if (form.time === null) return null;
  const zones = [...new Set([zone, pageZone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <details open={isOpen}>
      <summary className="tap w-fit rounded-md py-1 text-sm text-muted hover:text-ink">
        {t("Time zone: {zone}", { zone })}
      </summary>
      <div className="pt-2">
        <Select
          isLine
          label={t("Time zone")}
          value={zone}
          onChange={(event) => onChange({ timeZone: event.target.value })}
        >
          {zones.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </details>
  );
}

/** Whether it comes again, and until when. */
function RepeatFields({ form, onChange }: PartProps) {
  const { repetition, date } = form;
  const put = (given: Partial<Repetition>) => onChange({ repetition: { ...repetition, ...given } });
  return (
    <>
      <Select
        isLine
        label={t("Repeat")}
        value={repetition.rule}
        onChange={(event) => put({ rule: event.target.value })}
      >
        {repetitions(repetition.rule, date).map(({ rule, words }) => (
          <option key={rule} value={rule}>
            {words}
          </option>
        ))}
      </Select>
      {repetition.rule && (
        <Select
          isLine
          label={t("Ends")}
          value={repetition.ends}
          onChange={(event) => put({ ends: event.target.value as Repetition["ends"] })}
        >
          <option value="never">{t("Never")}</option>
          <option value="on">{t("On a day")}</option>
          <option value="after">{t("After a number of times")}</option>
        </Select>
      )}
      {repetition.rule && repetition.ends === "on" && (
        <DateField
          isLine
          label={t("Last day")}
          value={repetition.until}
          min={date}
          required
          onInput={(event) => put({ until: event.currentTarget.value })}
          onChange={() => {}}
        />
      )}
      {repetition.rule && repetition.ends === "after" && (
        <Field
          isLine
          label={t("Times")}
          type="number"
          min={1}
          max={9999}
          required
          value={repetition.count}
          onChange={(event) => put({ count: event.target.value })}
        />
      )}
    </>
  );
}

type DetailFieldsProps = PartProps & {
  calendars: readonly Calendar[];
  guests: ReactNode;
  project: ReactNode;
};

/** What it is about, and where it belongs. */
export function DetailFields({ form, calendars, guests, project, onChange }: DetailFieldsProps) {
  return (
    <>
      <RepeatFields form={form} onChange={onChange} />
      {calendars.length > 0 && (
        <Select
          isLine
          label={t("Calendar")}
          value={form.calendarId}
          onChange={(event) => onChange({ calendarId: event.target.value })}
        >
          {calendars.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      {project}
      <Field
        isLine
        label={t("Location")}
        value={form.location}
        placeholder={t("No location")}
        onChange={(event) => onChange({ location: event.target.value })}
        maxLength={1000}
        dir="auto"
        autoComplete="off"
      />
      {guests}
      <Field
        isLine
        label={t("Tags")}
        value={form.tags}
        placeholder={t("home, errands")}
        onChange={(event) => onChange({ tags: event.target.value })}
        autoComplete="off"
      />
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        {t("Description")}
        <textarea
          value={form.description}
          onChange={(event) => onChange({ description: event.target.value })}
          maxLength={10_000}
          rows={2}
          dir="auto"
          className={`${inputClass} min-h-16 py-2 font-normal`}
        />
      </label>
    </>
  );
}
