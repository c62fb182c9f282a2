import { AlarmClock, NotebookPen, NotebookText, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { EventTasks } from "./event-tasks.tsx";
import { endsBeforeItBegins, type EventForm } from "./event-form.ts";
import { DetailFields, TimeFields, ZoneField } from "./event-dialog-fields.tsx";

type EventDialogProps = {
  /** As it is when the dialog opens. */
  form: EventForm;
  isNew: boolean;
  /** Why it can't be changed here; null when it can. */
  readOnlyWords?: string | null;
  /** No more is known of it than when it is. */
  isBusy?: boolean;
  calendars: readonly Calendar[];
  /** The zone of the page's clock, and what that shows. */
  pageZone: string;
  now: string;
  /** `opened` is what stood there when the dialog was opened. */
  onSave: (form: EventForm, opened: EventForm) => void;
  onDelete: () => void;
  /** Opens the note about it; null for an event that is not there yet. */
  notes: { hasNote: boolean; open: () => void } | null;
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
    readOnlyWords = null,
    isBusy = false,
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
  const isReadOnly = readOnlyWords !== null;
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
            {isReadOnly && <p className="text-sm text-muted">{readOnlyWords}</p>}
            <Field
              label={t("Title")}
              value={isBusy ? t("Busy") : form.title}
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
            {!isBusy && <DetailFields form={form} calendars={calendars} onChange={change} />}
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
