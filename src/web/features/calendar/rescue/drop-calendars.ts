import { dropAnswersAbout, keptIds } from "../../../platform/lost-answers.ts";
import { forgetForm, keptForms } from "../../../platform/unsaved/kept-form.ts";
import { changeOf, type EventForm, timesOfForm } from "../dialog/event-form.ts";
import { dropMirrored } from "../model/mirror.ts";
import { againId, againName, calendarName, keepWords, writtenOf } from "./keep-words.ts";

/** Drops what this device has of calendars that others shared to be read and don't any more, but none of this person's words. */
export async function dropCalendars(lost: ReadonlySet<string>): Promise<void> {
  for (const one of keptForms<EventForm>("event ")) if (lost.has(one.opened.calendarId)) keepOwnWords(one);
  dropMirrored(lost);
  const events = await keptIds(({ calendarId }) => typeof calendarId === "string" && lost.has(calendarId));
  await dropAnswersAbout(new Set([...lost, ...events]));
}

/** The form of an event that was open is full of what its owner wrote; what this person did is kept as a new event. */
function keepOwnWords({ name, opened, form }: { name: string; opened: EventForm; form: EventForm }): void {
  const [, id = "", instance] = name.split(" ");
  // A new event's words are all one's own.
  if (id === "new" || name.startsWith(`event ${againName("")}`)) return;
  const event = timesOfForm(form);
  keepWords(
    { id: againId(id, instance), changeId: `${againId(id, instance)}-form` },
    { calendar: calendarName(opened.calendarId), event },
    writtenOf(changeOf(opened, form)),
  );
  forgetForm(name);
}
