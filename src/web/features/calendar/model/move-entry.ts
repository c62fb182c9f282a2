import type { EventScope } from "#contract/events.ts";
import { momentAt, isDay, wallOf } from "#language/moment.ts";
import { instantOf, wallAt } from "#language/time-zone.ts";
import { t } from "../../../lib/messages/t.ts";
import { zoneNow } from "./event-lists.ts";
import { toast } from "../../../ui/toast-store.ts";
import { updateEvent } from "./event-mutations.ts";
import { moveReminder } from "../../../kernel/reminders/reminder-mutations.ts";
import { knownCalendars, whyReadOnly } from "./calendars.ts";
import { canMove, type Entry } from "./entries.ts";
import { moveBlock, moveDue, moveStart } from "./planned-tasks.ts";
import { scopeOf } from "./reshape.ts";
import { type Span, spanWords, timesOf } from "./times.ts";

/** Asks which instances are meant; null when nothing is to be done. */
export type AskScope = (entry: Entry & { kind: "event" }) => Promise<EventScope | null>;

/** From the clock of the page to the one of the event. */
function toOwnClock(moment: string, timeZone: string | null): string {
  const zone = zoneNow();
  if (timeZone === null || timeZone === zone || isDay(moment)) return moment;
  return momentAt(wallAt(instantOf(wallOf(moment), zone), timeZone), false);
}

/** Puts an entry at another time; false when it stays where it was. */
export async function moveEntry(
  entry: Entry,
  span: Span,
  isResized: boolean,
  ask: AskScope,
): Promise<boolean> {
  if (entry.kind === "task" && !canMove(entry)) return false;
  if (entry.kind === "task" && entry.isStart) return moveStart(entry.task, span);
  if (entry.kind === "task")
    return entry.isBlock
      ? moveBlock(entry.task, span, isResized)
      : moveDue(entry.task, entry.span, span, isResized);
  if (entry.kind === "reminder") {
    if (canMove(entry)) return moveReminder(entry.reminder, span.start);
    toast.info(t("This reminder repeats. Open it to change when it rings."));
    return false;
  }
  const { event, instance } = entry;
  if (!canMove(entry)) {
    const calendar = knownCalendars().find(({ id }) => id === event.calendarId);
    if (calendar) toast.info(whyReadOnly(calendar));
    return false;
  }
  const scope = scopeOf(entry) ?? (await ask(entry));
  if (!scope) return false;
  const { timeZone } = event;
  const own = { start: toOwnClock(span.start, timeZone), end: toOwnClock(span.end, timeZone) };
  const when = spanWords(span, new Date());
  const words = isResized ? t("Now {when}", { when }) : t("Moved to {when}", { when });
  return (await updateEvent({ event, instance }, scope, timesOf(own), { words })) !== false;
}
