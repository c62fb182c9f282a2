import type { CalendarEvent } from "#contract/events.ts";
import { t } from "../../../lib/messages/t.ts";

/**
 * Whether guests hear of a change: it is asked next, an own address to confirm is missing, they are the guests of another account, or it can
 * be asked later only.
 */
export type Telling = "asked" | "unconfirmed" | "theirs" | "later";

const WORDS: Record<"created" | "updated" | "deleted", Record<Telling, string>> = {
  created: {
    asked: t("Event created"),
    unconfirmed: t("Event created. Confirm your email address to invite the guests."),
    theirs: t("Event created"),
    later: t("Event created. The guests haven't been invited yet."),
  },
  updated: {
    asked: t("Event updated"),
    unconfirmed: t("Event updated. Confirm your email address to tell the guests."),
    theirs: t("Event updated. The guests haven't been told; the calendar's owner can tell them."),
    later: t("Event updated. The guests haven't been told."),
  },
  deleted: {
    asked: t("Event deleted"),
    unconfirmed: t("Event deleted. Confirm your email address to tell the guests."),
    theirs: t("Event deleted. The guests haven't been told; the calendar's owner can tell them."),
    later: t("Event deleted. The guests haven't been told."),
  },
};

/** What was done, and what its guests know of it. */
export const toldWords = (
  done: keyof typeof WORDS,
  { attendees = [] }: Partial<Pick<CalendarEvent, "attendees">>,
  telling: Telling,
): string => WORDS[done][attendees.length > 0 ? telling : "asked"];
