import type { EventScope } from "#contract/events.ts";
import { useQuery } from "@tanstack/react-query";
import type { Calendar } from "#contract/calendars.ts";
import { remindOf } from "../../../kernel/actions/remind-of.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { deferred } from "../../../ui/deferred.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { concernsGuests, changeOf, formOf, formOfNew, newEventOf, type EventForm } from "./event-form.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { newId } from "../../../platform/ids.ts";
import { knowOfIt, sendInvitations } from "../guests/send-invitations.ts";
import { useSendQuestion } from "../guests/send-question.tsx";
import { calendarsBeside, canChange, isBusyOnly, usualCalendar, whyReadOnly } from "../model/calendars.ts";
import { knownEvent } from "../model/event-lists.ts";
import { createEvent, removeEvent, updateEvent } from "../model/event-mutations.ts";
import { beginEventNote, openEventNote } from "../model/event-notes.ts";
import type { CalendarSearch } from "../model/periods.ts";
import { scopeOf, type Target } from "../model/reshape.ts";
import { againName } from "../rescue/keep-words.ts";
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
  onClose: () => void;
};

/** The dialog of the event that the address names, or of a new one. */
export function OpenEvent({ search, draft, calendars, pageZone, now, onBrief, onClose }: OpenEventProps) {
  const { ask, dialog } = useScopeQuestion();
  const sending = useSendQuestion();
  const { data: mail } = useQuery(api.attendees.known.queryOptions({ input: {}, staleTime: 60_000 }));
  const isOffline = useIsOffline();
  /** Not where nothing can be sent: the dialog says so, and offers to send it later. */
  const canAsk = mail?.canMail === true && !isOffline;
  /** When the change is kept: whoever leaves the question open, or the page, has lost nothing. */
  const askToSend = async (eventIds: string[], title = t("Send invitations to the guests?")) => {
    const words = t("They get an email with this event. You can also send it later.");
    if (canAsk && (await sending.ask(title, words))) await sendInvitations(eventIds);
  };
  const eventId = search.event || undefined;
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
  const calendar = calendarOf(event);
  const isTakenBack = event !== undefined && calendar === undefined && calendars.length > 0;
  const isReadOnly = isTakenBack || (calendar !== undefined && !canChange(calendar));
  const isForeign = Boolean(calendar?.sharedBy);
  const offered = isReadOnly ? calendars : calendarsBeside(calendars, event?.calendarId ?? "");
  const common = { calendars: offered, pageZone, now, onClose };
  const saveNew = async (form: EventForm) => {
    const id = newId();
    // Who owns the calendar invites.
    const isTheirs = calendars.some((one) => one.id === form.calendarId && one.sharedBy);
    const attendees = isTheirs ? [] : form.attendees;
    const isMade = await createEvent(newEventOf({ ...form, attendees }), id);
    if (isMade && attendees.length > 0) await askToSend([id]);
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
      {sending.dialog}
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
    onClose();
    if (scope) void keep(form, from, scope);
    return true;
  };
  const keep = async (form: EventForm, from: EventForm, scope: EventScope) => {
    const change = changeOf(from, form);
    const concerns = !isForeign && concernsGuests(from, form, change);
    const id = newId();
    const isSent = concerns && canAsk;
    const isKept = await updateEvent(target, scope, change, { was: changeOf(form, from), id, isSent });
    // What was parted from a series has invitations of its own.
    if (isKept && concerns) await askToSend(scope === "following" ? [event.id, id] : [event.id]);
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
    const isGone = await removeEvent(target, scope, isTold && canAsk);
    const title = t("Tell the guests that it is canceled?");
    if (isGone && isTold) await askToSend([event.seriesId ?? event.id], title);
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
      />
      {questions}
    </>
  );
}
