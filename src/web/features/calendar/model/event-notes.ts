import type { CalendarEvent } from "#contract/events.ts";
import { createNote } from "../../../kernel/notes/note-mutations.ts";
import { openNotePath } from "../../../kernel/notes/note-names.ts";
import { dateInWords } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { updateEvent } from "./event-mutations.ts";
import { dateOf } from "./periods.ts";

/** Opens the note about an event; the first time it is made, named after the event and its day, with this text. */
export async function openEventNote(event: CalendarEvent, day: string, markdown?: string): Promise<void> {
  const known = event.noteId;
  const title = t("{event}, {day}", { event: event.title, day: dateInWords(dateOf(day)) });
  const noteId = known ?? (await createNote(null, markdown, title));
  if (!noteId) return;
  if (!known)
    await updateEvent(
      { event, instance: null },
      event.seriesId ? "this" : "all",
      { noteId },
      {
        words: t("Note created for this event"),
      },
    );
  openNotePath(`/app/editor/${noteId}`);
}
