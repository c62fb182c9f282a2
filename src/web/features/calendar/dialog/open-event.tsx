import { useQuery } from "@tanstack/react-query";
import type { Calendar } from "#contract/calendars.ts";
import { remindOf } from "../../../kernel/actions/remind-of.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { BriefDialog } from "../briefs/brief-dialog.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { changeOf, formOf, formOfNew, newEventOf, type EventForm } from "./event-form.ts";
import { isSubscribed } from "../model/calendars.ts";
import { knownEvent } from "../model/event-lists.ts";
import { createEvent, removeEvent, updateEvent } from "../model/event-mutations.ts";
import { beginEventNote, openEventNote } from "../model/event-notes.ts";
import type { CalendarSearch } from "../model/periods.ts";
import { scopeOf, type Target } from "../model/reshape.ts";
import { useScopeQuestion } from "./scope-dialog.tsx";
import type { Span } from "../model/times.ts";

type OpenEventProps = {
  search: CalendarSearch;
  /** When a new event is to be; null where none is being made. */
  draft: Span | null;
  calendars: readonly Calendar[];
  pageZone: string;
  now: string;
  onBrief: () => void;
  onClose: () => void;
};

/** The dialog of the event that the address names, or of a new one. */
export function OpenEvent({ search, draft, calendars, pageZone, now, onBrief, onClose }: OpenEventProps) {
  const { ask, dialog } = useScopeQuestion();
  const eventId = search.event || undefined;
  const { data } = useQuery(
    api.events.get.queryOptions({
      input: { eventId: eventId ?? "" },
      enabled: Boolean(eventId),
    }),
  );
  // What the device keeps, also when the server does not answer.
  const event = data ?? (eventId ? knownEvent(eventId) : undefined);
  const isReadOnly = event !== undefined && isSubscribed(calendars, event.calendarId);
  const offered = isReadOnly ? calendars : calendars.filter(({ subscription }) => !subscription);
  const common = { calendars: offered, pageZone, now, onClose };
  if (draft) {
    const usual = offered.find(({ isDefault }) => isDefault) ?? offered[0];
    return (
      <EventDialog
        key={`${draft.start} ${draft.end}`}
        {...common}
        name="new"
        form={formOfNew(draft, usual?.id ?? "")}
        isNew
        notes={null}
        onBrief={null}
        onRemind={null}
        onDelete={onClose}
        onSave={(form) => {
          onClose();
          void createEvent(newEventOf(form));
        }}
      />
    );
  }
  if (!eventId || !event) return dialog;
  if (search.brief === "event")
    return <BriefDialog event={event} instance={search.at || null} onClose={onClose} />;
  const target: Target = { event, instance: search.at || null };
  const opened = formOf(target);
  const save = async (form: EventForm, from: EventForm) => {
    onClose();
    const change = changeOf(from, form);
    if (Object.keys(change).length === 0) return;
    const scope = scopeOf(target) ?? (await ask(t("Edit repeating event")));
    if (scope) await updateEvent(target, scope, change, { was: changeOf(form, from) });
  };
  return (
    <>
      <EventDialog
        key={`${event.id} ${search.at ?? ""}`}
        {...common}
        name={`${event.id} ${search.at ?? ""}`}
        form={opened}
        isNew={false}
        isReadOnly={isReadOnly}
        isCanceled={event.isCanceled}
        noteId={event.noteId}
        onBrief={onBrief}
        notes={{
          hasNote: event.noteId !== null,
          open: () => {
            onClose();
            void openEventNote(event, opened.date);
          },
          begin: () => {
            onClose();
            beginEventNote(event, { date: opened.date, time: opened.time });
          },
        }}
        onRemind={() => {
          onClose();
          remindOf({ eventId: event.id }, event.title, { isTimed: event.time !== null });
        }}
        onDelete={async () => {
          onClose();
          const scope = scopeOf(target) ?? (await ask(t("Delete repeating event")));
          if (scope) await removeEvent(target, scope);
        }}
        onSave={(form, from) => void save(form, from)}
      />
      {dialog}
    </>
  );
}
