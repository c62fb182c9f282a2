import type { EventScope } from "#contract/events.ts";
import { useQuery } from "@tanstack/react-query";
import type { Calendar } from "#contract/calendars.ts";
import { remindOf } from "../../../kernel/actions/remind-of.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { deferred } from "../../../ui/deferred.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { concernsGuests, changeOf, formOf, formOfNew, newEventOf, type EventForm } from "./event-form.ts";
import { newId } from "../../../platform/ids.ts";
import { knowOfIt } from "../guests/send-invitations.ts";
import { useTelling } from "../guests/use-telling.tsx";
import { calendarsBeside, canChange, isBusyOnly, usualCalendar, whyReadOnly } from "../model/calendars.ts";
import { knownEvent } from "../model/event-lists.ts";
import { createEvent, removeEvent, updateEvent } from "../model/event-mutations.ts";
import { beginEventNote, openEventNote } from "../model/event-notes.ts";
import type { CalendarSearch } from "../model/periods.ts";
import { scopeOf, type Target } from "../model/reshape.ts";
import { aboutOf, againId, againName, keepAgain } from "../rescue/keep-words.ts";
import { useProjectField } from "./project-field.tsx";
import { useScopeQuestion } from "./scope-dialog.tsx";
import type { Span } from "../model/times.ts";

const BriefDialog = deferred(async () => (await import("../briefs/brief-dialog.tsx")).BriefDialog);

type OpenEventProps = {
  search: CalendarSearch;
  /** When a new event is to be; null where none is being made. */
  draft: Span | null;
  calendars: readonly Calendar[];
  pageZone: string;
  now: string;
  onBrief: () => void;
  /** Opens what `rescue/keep-words.ts` has kept under this id. */
  onAgain: (id: string) => void;
  onClose: () => void;
};

/** The event with its calendar, as far as it is known. */
function useOpened(eventId: string | undefined, calendars: readonly Calendar[]) {
  // What the device keeps, also when the server does not answer.
  const kept = eventId ? knownEvent(eventId) : undefined;
  const calendarOf = (one: typeof kept) => calendars.find(({ id }) => id === one?.calendarId);
  const { data } = useQuery(
    api.events.get.queryOptions({
      input: { eventId: eventId ?? "" },
      // More than when it is, is not told.
      enabled: Boolean(eventId) && !isBusyOnly(calendarOf(kept)),
    }),
  );
  const event = data ?? kept;
  return { event, calendar: calendarOf(event) };
}

/** The dialog of the event that the address names, or of a new one. */
export function OpenEvent({
  search,
  draft,
  calendars,
  pageZone,
  now,
  onBrief,
  onAgain,
  onClose,
}: OpenEventProps) {
  const { ask, dialog } = useScopeQuestion();
  const { telling, askToSend, dialog: sending } = useTelling();
  const eventId = search.event || undefined;
  const { event, calendar } = useOpened(eventId, calendars);
  const isTakenBack = event !== undefined && calendar === undefined && calendars.length > 0;
  const isReadOnly = isTakenBack || (calendar !== undefined && !canChange(calendar));
  const isForeign = Boolean(calendar?.sharedBy);
  const project = useProjectField(draft ? undefined : event, {
    isOpen: draft !== null || eventId !== undefined,
    isOwn: !isForeign && !isReadOnly,
  });
  const offered = isReadOnly ? calendars : calendarsBeside(calendars, event?.calendarId ?? "");
  const common = { calendars: offered, pageZone, now, onClose, project: project.field };
  const saveNew = async (form: EventForm) => {
    const id = newId();
    // Who owns the calendar invites.
    const isTheirs = calendars.some((one) => one.id === form.calendarId && one.sharedBy);
    const attendees = isTheirs ? [] : form.attendees;
    const projectId = !isTheirs && project.chosen ? { projectId: project.chosen } : {};
    const made = await createEvent({ ...newEventOf({ ...form, attendees }), ...projectId }, id, telling);
    if (made === "sent" && attendees.length > 0) await askToSend([id]);
  };
  if (draft) {
    const usual = usualCalendar(offered) ?? offered[0];
    return (
      <EventDialog
        key={`${draft.start} ${draft.end} ${search.again ?? ""}`}
        {...common}
        name={search.again ? againName(search.again) : "new"}
        form={formOfNew(draft, usual?.id ?? "")}
        isNew
        eventId={null}
        notes={null}
        onBrief={null}
        onRemind={null}
        onDelete={() => Promise.resolve(false)}
        onSave={(form) => {
          onClose();
          void saveNew(form);
          return Promise.resolve(true);
        }}
      />
    );
  }
  const questions = (
    <>
      {dialog}
      {sending}
    </>
  );
  if (!eventId || !event) return questions;
  if (search.brief === "event")
    return <BriefDialog event={event} instance={search.at || null} onClose={onClose} />;
  const target: Target = { event, instance: search.at || null };
  const opened = formOf(target);
  const save = async (form: EventForm, from: EventForm) => {
    const change = changeOf(from, form);
    const isChanged = Object.keys(change).length > 0;
    // Asked over the dialog, which stays with all that is written in it where nothing is chosen.
    const scope = isChanged ? (scopeOf(target) ?? (await ask(t("Edit repeating event")))) : null;
    if (isChanged && !scope) return false;
    project.save();
    onClose();
    if (scope) void keep(form, from, scope);
    return true;
  };
  const keep = async (form: EventForm, from: EventForm, scope: EventScope) => {
    const change = changeOf(from, form);
    const concerns = concernsGuests(from, form, change);
    const id = newId();
    const was = changeOf(form, from);
    const told = isForeign ? "theirs" : telling;
    const kept = await updateEvent(target, scope, change, { was, id, telling: concerns ? told : "later" });
    // What was parted from a series has invitations of its own.
    if (kept === "sent" && concerns && !isForeign)
      await askToSend(scope === "following" ? [event.id, id] : [event.id]);
  };
  const remove = async () => {
    const scope = scopeOf(target) ?? (await ask(t("Delete repeating event")));
    if (!scope) return false;
    onClose();
    void removeAndTell(scope);
    return true;
  };
  const removeAndTell = async (scope: EventScope) => {
    const isTold = event.attendees.length > 0 && !isReadOnly && !isForeign && (await knowOfIt(event.id));
    const gone = await removeEvent(target, scope, isForeign ? "theirs" : isTold ? telling : "later");
    const title = t("Tell the guests that it is canceled?");
    if (gone === "sent" && isTold) await askToSend([event.seriesId ?? event.id], title);
  };
  return (
    <>
      <EventDialog
        key={`${event.id} ${search.at ?? ""}`}
        {...common}
        name={`${event.id} ${search.at ?? ""}`}
        form={opened}
        isNew={false}
        eventId={event.id}
        readOnlyWords={isReadOnly ? whyReadOnly(calendar) : null}
        isBusy={isBusyOnly(calendar)}
        isCanceled={event.isCanceled}
        noteId={event.noteId}
        onBrief={isBusyOnly(calendar) ? null : onBrief}
        notes={
          isForeign && event.noteId === null
            ? null
            : {
                hasNote: event.noteId !== null,
                open: () => {
                  onClose();
                  void openEventNote(event, opened.date);
                },
                begin: () => {
                  onClose();
                  beginEventNote(event, { date: opened.date, time: opened.time });
                },
              }
        }
        onRemind={
          isForeign
            ? null
            : () => {
                onClose();
                remindOf({ eventId: event.id }, event.title, { isTimed: event.time !== null });
              }
        }
        onDelete={remove}
        onSave={save}
        onAgain={(form, from) => {
          const id = againId(event.id, target.instance);
          keepAgain(id, aboutOf(target), changeOf(from, form));
          onAgain(id);
        }}
      />
      {questions}
    </>
  );
}
