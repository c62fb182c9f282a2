import { AlarmClock, LayoutTemplate, NotebookPen, NotebookText, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Field, inputClass } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { EventTasks } from "./event-tasks.tsx";
import { endsBeforeItBegins, type EventForm } from "./event-form.ts";
import { RepeatFields, TimeFields, ZoneField } from "./event-dialog-fields.tsx";

type EventDialogProps = {
  /** As it is when the dialog opens. */
  form: EventForm;
  isNew: boolean;
  /** Of a calendar that is subscribed to. */
  isReadOnly?: boolean;
  /** The program that it comes from says that it does not take place. */
  isCanceled?: boolean;
  calendars: readonly Calendar[];
  /** The zone of the page's clock, and what that shows. */
  pageZone: string;
  now: string;
  /** `opened` is what stood there when the dialog was opened. */
  onSave: (form: EventForm, opened: EventForm) => void;
  onDelete: () => void;
  /** Opens the note about it; null for an event that is not there yet. */
  notes: { hasNote: boolean; open: () => void; begin: () => void } | null;
  /** The note about it, whose open tasks are shown. */
  noteId?: string | null;
  /** Shows what notes say about it; null for an event that is not there yet. */
  onBrief: (() => void) | null;
  /** Sets reminders of it; null for an event that is not there yet. */
  onRemind: (() => void) | null;
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
  // What somebody else changes meanwhile is no change of this form.
  const [opened] = useState(props.form);
  const [form, setForm] = useState(opened);
  const [isTried, setIsTried] = useState(false);
  const isOffline = useIsOffline();
  const isWrong = endsBeforeItBegins(form);
  const change = (given: Partial<EventForm>) => setForm({ ...form, ...given });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isWrong && form.title.trim()) onSave(form, opened);
  };
  return (
    <Dialog title={isNew ? t("New event") : t("Edit event")} isOpen onClose={onClose} size="narrow">
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
        <DialogActions>
          {!isNew && !isReadOnly && (
            <Button look="quiet" className="text-danger" onClick={onDelete}>
              <Trash2 size={15} aria-hidden="true" /> {t("Delete")}
            </Button>
          )}
          {notes && (
            <Button look="quiet" onClick={notes.open} disabled={isOffline && !notes.hasNote}>
              <NotebookPen size={15} aria-hidden="true" />
              {notes.hasNote ? t("Open Notes") : t("Write Notes")}
            </Button>
          )}
          {notes && !notes.hasNote && (
            <IconButton label={t("Notes from a Template...")} onClick={notes.begin} disabled={isOffline}>
              <LayoutTemplate size={16} />
            </IconButton>
          )}
          {onBrief && (
            <IconButton label={t("Brief")} onClick={onBrief} disabled={isOffline}>
              <NotebookText size={16} />
            </IconButton>
          )}
          {onRemind && (
            <IconButton label={t("Remind Me...")} onClick={onRemind}>
              <AlarmClock size={16} />
            </IconButton>
          )}
          <span className="flex-1" />
          <Button onClick={onClose}>{isReadOnly ? t("Close") : t("Cancel")}</Button>
          {!isReadOnly && (
            <Button type="submit" look="primary">
              {t("Save")}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
