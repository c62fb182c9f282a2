import type { CalendarEvent } from "#contract/events.ts";
import { isTelling as tells, wordsIn } from "../notes/some-words/telling-words.ts";

/** A word to look for, in small letters without marks. */
export type EventWord = { word: string; weight: number; kind: "person" | "title" | "other" };

/** More narrow nothing any more, and each costs a search. */
const MOST_WORDS = 10;
const MOST_DESCRIPTION = 500;
const LEAST_LETTERS = 2;

/** What many events are called by. */
const OF_EVENTS = new Set(
  "meeting meet call sync weekly daily monthly standup catchup appointment event zoom teams google https http www com".split(
    " ",
  ),
);

const isTelling = (word: string) => word.length >= LEAST_LETTERS && tells(word) && !OF_EVENTS.has(word);

/** "with Ana", "mit Ana und Bo", "1:1 Ana": names are what begins with a capital after these. */
const WITH =
  /\b(?:with|mit|avec|con|com|med|met|1:1|1-1|vs\.?)\s+((?:(?:and|und|et|y|e|og|en|&|,)?\s*\p{Lu}[\p{L}'’-]*\s*)+)/gu;

/** Whom iCalendar names of an event that came from another program. */
const ATTENDEE = /^(?:ATTENDEE|ORGANIZER)\b[^:\n]*?;CN=("[^"\n]*"|[^;:\n]*)/gim;

/** Words of the names of whoever takes part. */
function peopleIn(title: string, ics: string | null): string[] {
  const named = [...title.matchAll(WITH)].map(([, names]) => names ?? "");
  const unfolded = (ics ?? "").slice(0, 100_000).replaceAll(/\r?\n[ \t]/g, "");
  const invited = [...unfolded.matchAll(ATTENDEE)].map(([, name]) => (name ?? "").replaceAll('"', ""));
  return [...named, ...invited].flatMap(wordsIn).filter(isTelling);
}

type Asked = Pick<CalendarEvent, "title" | "location" | "description" | "tags"> & { ics: string | null };

/** What tells an event from others: the names of its people first, then the words of its title, then others. */
export function eventWords({ title, location, description, tags, ics }: Asked): EventWord[] {
  const found = new Map<string, EventWord>();
  const add = (words: readonly string[], weight: number, kind: EventWord["kind"]) => {
    for (const word of words)
      if (isTelling(word) && !found.has(word)) found.set(word, { word, weight, kind });
  };
  add(peopleIn(title, ics), 3, "person");
  add(wordsIn(title), 2, "title");
  add(tags.flatMap(wordsIn), 1, "other");
  add(wordsIn(location), 1, "other");
  add(wordsIn(description.slice(0, MOST_DESCRIPTION).replaceAll(/https?:\/\/\S+/g, " ")), 0.5, "other");
  return [...found.values()].slice(0, MOST_WORDS);
}
