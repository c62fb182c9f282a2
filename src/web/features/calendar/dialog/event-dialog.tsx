import { useState, type FormEvent } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { t } from "../../../lib/messages/t.ts";
import { Field, inputClass } from "../../../ui/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { EventActions, type EventActionsProps } from "./event-actions.tsx";
import { EventTasks } from "./event-tasks.tsx";
import { RestoredLine, tellKept } from "../../../ui/overlay/restored-line.tsx";
import { useKeptForm } from "../../../platform/unsaved/kept-form.ts";
import { endsBeforeItBegins, type EventForm, TIMES } from "./event-form.ts";
import { RepeatFields, TimeFields, ZoneField } from "./event-dialog-fields.tsx";

type EventDialogProps = Omit<EventActionsProps, "onCancel"> & {
  /** By which what is written in it and not saved is known again. */
  name: string;
  /** As it is when the dialog opens. */
  form: EventForm;
  /** The program that it comes from says that it does not take place. */
  isCanceled?: boolean;
  calendars: readonly Calendar[];
  /** The zone of the page's clock, and what that shows. */
  pageZone: string;
  now: string;
  /** `opened` is what stood there when the dialog was opened. */
  onSave: (form: EventForm, opened: EventForm) => void;
  /** The note about it, whose open tasks are shown. */
  noteId?: string | null;
  onClose: () => void;
};

/** Everything about one event. */
export function EventDialog(props: EventDialogProps) {
  const {
    isNew,
    isReadOnly = false,
    isCanceled = false,
    calendars,
    pageZone,
    now,
    onSave,
    onDelete,
    notes,
    noteId,
    onBrief,
    onRemind,
    onClose,
  } = props;
  const kept = useKeptForm(`event ${props.name}`, props.form, isNew ? TIMES : []);
  const { form, setForm, opened } = kept;
  const [isTried, setIsTried] = useState(false);
  const isWrong = endsBeforeItBegins(form);
  const change = (given: Partial<EventForm>) => setForm({ ...form, ...given });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (isWrong || !form.title.trim()) return;
    kept.forget();
    onSave(form, opened);
  };
  const leave = () => {
    if (kept.isChanged) tellKept();
    onClose();
  };
  return (
    <Dialog title={isNew ? t("New event") : t("Edit event")} isOpen onClose={leave} size="narrow">
      <form onSubmit={handleSubmit} className="flex min-h-0 flex-1 flex-col">
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          <fieldset disabled={isReadOnly} className="contents">
            {isCanceled && (
              <p className="text-sm text-warn">
                {t("Canceled. The calendar it comes from says that it doesn't take place.")}
              </p>
            )}
            {isReadOnly && (
              <p className="text-sm text-muted">
                {t("You subscribe to this calendar. Its events are changed where they come from.")}
              </p>
            )}
            {kept.isRestored && <RestoredLine onDiscard={kept.reset} />}
            <Field
              label={t("Title")}
              value={form.title}
              onChange={(event) => change({ title: event.target.value })}
              maxLength={1000}
              required
              autoFocus={isNew}
              dir="auto"
              autoComplete="off"
            />
            <TimeFields
              form={form}
              now={now}
              error={isTried && isWrong ? t("The event ends before it begins.") : undefined}
              onChange={setForm}
            />
            <ZoneField form={form} pageZone={pageZone} onChange={change} />
            <RepeatFields form={form} onChange={change} />
            {calendars.length > 0 && (
              <Select
                isLine
                label={t("Calendar")}
                value={form.calendarId}
                onChange={(event) => change({ calendarId: event.target.value })}
              >
                {calendars.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            <Field
              isLine
              label={t("Location")}
              value={form.location}
              placeholder={t("No location")}
              onChange={(event) => change({ location: event.target.value })}
              maxLength={1000}
              dir="auto"
              autoComplete="off"
            />
            <Field
              isLine
              label={t("Tags")}
              value={form.tags}
              placeholder={t("home, errands")}
              onChange={(event) => change({ tags: event.target.value })}
              autoComplete="off"
            />
            <label className="flex flex-col gap-1.5 text-sm font-medium">
              {t("Description")}
              <textarea
                value={form.description}
                onChange={(event) => change({ description: event.target.value })}
                maxLength={10_000}
                rows={2}
                dir="auto"
                className={`${inputClass} min-h-16 py-2 font-normal`}
              />
            </label>
          </fieldset>
          {noteId && <EventTasks noteId={noteId} />}
        </div>
        <EventActions
          {...{ isNew, isReadOnly, notes, onBrief, onRemind }}
          onDelete={() => {
            kept.forget();
            onDelete();
          }}
          onCancel={() => {
            kept.forget();
            onClose();
          }}
        />
      </form>
    </Dialog>
  );
}
