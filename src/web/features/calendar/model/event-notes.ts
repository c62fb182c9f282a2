import type { CalendarEvent } from "#contract/events.ts";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { openNotePath } from "../../../kernel/notes/note-names.ts";
import { undoable } from "../../../kernel/undo.ts";
import { clockTime, dateInWords } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { dateOf } from "./periods.ts";
import { refreshEvents } from "./refresh-events.ts";

/**
 * Opens the note about an event; the first time it is made, named after the event and its day, with this text. Which one it is the server
 * says: another page may make it at the same moment.
 */
export async function openEventNote(event: CalendarEvent, day: string, markdown = ""): Promise<void> {
  if (event.noteId !== null) return openNotePath(`/app/editor/${event.noteId}`);
  const title = t("{event}, {day}", { event: event.title, day: dateInWords(dateOf(day)) });
  try {
    const { noteId, isNew } = await api.events.note.call({ eventId: event.id, title, text: markdown });
    refreshEvents();
    if (isNew)
      undoable(t("Note created for this event"), () => undoNote(event, noteId), {
        name: event.title,
        redo: () => openEventNote(event, day, markdown),
      });
    openNotePath(`/app/editor/${noteId}`);
  } catch (error) {
    toast.error(failureWords(error, t("Failed to create note")));
  }
}

async function undoNote(event: CalendarEvent, noteId: string): Promise<void> {
  await api.notes.remove.call({ noteId });
  await api.events.update.call({ eventId: event.id, noteId: null, ...(event.seriesId && { scope: "this" }) });
  refreshEvents();
}

/** Asks for a template first, and fills in what the event says. */
export function beginEventNote(
  event: CalendarEvent,
  { date, time }: { date: string; time: string | null },
): void {
  const at = dateOf(date);
  const [hours = 0, minutes = 0] = (time ?? "").split(":").map(Number);
  at.setHours(hours, minutes);
  openDialog({
    kind: "templates",
    into: null,
    begin: {
      title: event.title,
      at,
      words: { location: event.location, time: time === null ? t("All day") : clockTime(at) },
      use: (text) => void openEventNote(event, date, text),
    },
  });
}
