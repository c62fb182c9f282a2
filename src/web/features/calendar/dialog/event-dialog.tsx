import { useState, type FormEvent, type ReactNode } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { t } from "../../../lib/messages/t.ts";
import { Field } from "../../../ui/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { GuestsField } from "../guests/guests-field.tsx";
import { OthersGuests } from "../guests/others-guests.tsx";
import { parseAddresses, withGuests } from "../guests/parse-addresses.ts";
import { EventActions, type EventActionsProps } from "./event-actions.tsx";
import { EventTasks } from "./event-tasks.tsx";
import { RestoredLine, tellKept } from "../../../ui/overlay/restored-line.tsx";
import { useKeptForm } from "../../../platform/unsaved/kept-form.ts";
import { wordsOf } from "../rescue/keep-words.ts";
import { StrandedWords } from "./stranded-words.tsx";
import { changeOf, endsBeforeItBegins, type EventForm, newEventOf, TIMES } from "./event-form.ts";
import { DetailFields, TimeFields, ZoneField } from "./event-dialog-fields.tsx";

type EventDialogProps = Omit<EventActionsProps, "onCancel" | "isReadOnly" | "onDelete"> & {
  /** By which what is written in it and not saved is known again. */
  name: string;
  /** As it is when the dialog opens. */
  form: EventForm;
  /** Null for an event that is not there yet. */
  eventId: string | null;
  /** Why it can't be changed here; null when it can. */
  readOnlyWords?: string | null;
  /** No more is known of it than when it is. */
  isBusy?: boolean;
  /** The program that it comes from says that it does not take place. */
  isCanceled?: boolean;
  calendars: readonly Calendar[];
  /** The field of the project that it is put into. */
  project?: ReactNode;
  /** The zone of the page's clock, and what that shows. */
  pageZone: string;
  now: string;
  /** `opened` is what stood there when the dialog was opened. False: it is not saved, and goes on. */
  onSave: (form: EventForm, opened: EventForm) => Promise<boolean>;
  /** Of an event that can't be changed any more: what was written in it is to be made again elsewhere. */
  onAgain?: (form: EventForm, opened: EventForm) => void;
  /** False: it stays. */
  onDelete: () => Promise<boolean>;
  /** The note about it, whose open tasks are shown. */
  noteId?: string | null;
  onClose: () => void;
};

/** Everything about one event. */
export function EventDialog(props: EventDialogProps) {
  const {
    isNew,
    eventId,
    readOnlyWords = null,
    isBusy = false,
    isCanceled = false,
    calendars,
    pageZone,
    now,
    onSave,
    onAgain,
    onDelete,
    notes,
    noteId,
    onBrief,
    onRemind,
    onClose,
  } = props;
  const isReadOnly = readOnlyWords !== null;
  const kept = useKeptForm(`event ${props.name}`, props.form, props.name === "new" ? TIMES : []);
  const { form, setForm, opened } = kept;
  const [pending, setPending] = useState("");
  const [isTried, setIsTried] = useState(false);
  const isWrong = endsBeforeItBegins(form);
  const isTheirs = Boolean(calendars.find(({ id }) => id === form.calendarId)?.sharedBy);
  const change = (given: Partial<EventForm>) => setForm({ ...form, ...given });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    // What stands in the field when Save is pressed was meant, too; what can't be one is said there.
    const { found, rest } = parseAddresses(pending);
    if (isWrong || !form.title.trim() || rest.length > 0) return;
    void onSave({ ...form, attendees: withGuests(form.attendees, found) }, opened).then(
      (isSaved) => isSaved && kept.forget(),
    );
  };
  const leave = () => {
    if (kept.isChanged && !isReadOnly) tellKept();
    onClose();
  };
  return (
    <Dialog
      title={isNew ? t("New event") : isReadOnly ? t("Event") : t("Edit event")}
      isOpen
      onClose={leave}
      size="narrow"
    >
      <form onSubmit={handleSubmit} className="flex min-h-0 flex-1 flex-col">
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          {isReadOnly && kept.isChanged && onAgain && (
            <StrandedWords
              words={wordsOf(changeOf(opened, form), newEventOf(form))}
              onAgain={() => {
                onAgain(form, opened);
                kept.forget();
              }}
              onDiscard={kept.reset}
            />
          )}
          <fieldset disabled={isReadOnly} className="contents">
            {isCanceled && (
              <p className="text-sm text-warn">
                {t("Canceled. The calendar it comes from says that it doesn't take place.")}
              </p>
            )}
            {isReadOnly && <p className="text-sm text-muted">{readOnlyWords}</p>}
            {kept.isRestored && !isReadOnly && <RestoredLine onDiscard={kept.reset} />}
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
            {!isBusy && (
              <DetailFields
                project={!isTheirs && props.project}
                form={form}
                calendars={calendars}
                onChange={change}
                guests={
                  // Who owns the calendar invites.
                  isReadOnly || isTheirs ? (
                    <OthersGuests guests={form.attendees} isNew={isNew} />
                  ) : (
                    <GuestsField
                      guests={form.attendees}
                      eventId={eventId}
                      pending={pending}
                      onPending={setPending}
                      onChange={(attendees) => change({ attendees })}
                    />
                  )
                }
              />
            )}
          </fieldset>
          {noteId && <EventTasks noteId={noteId} />}
        </div>
        <EventActions
          {...{ isNew, isReadOnly, notes, onBrief, onRemind }}
          onDelete={() => void onDelete().then((isGone) => isGone && kept.forget())}
          onCancel={() => {
            // Who can only close it does not throw away what was written while it could be changed.
            if (!isReadOnly) kept.forget();
            onClose();
          }}
        />
      </form>
    </Dialog>
  );
}
