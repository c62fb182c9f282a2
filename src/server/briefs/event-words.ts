import type { CalendarEvent } from "#contract/events.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";

/** A word to look for, in small letters without marks. */
export type EventWord = { word: string; weight: number; kind: "person" | "title" | "other" };

/** More narrow nothing any more, and each costs a search. */
const MOST_WORDS = 10;
const MOST_DESCRIPTION = 500;
const LEAST_LETTERS = 2;

/** Words that stand in every text, of the languages in which most notes here are written, and those that many events are called by. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be been before but by can could did do does for from had has have he her here him his how i if in
  into is it its just like me more my new no not of off on one or our out over she so some than that the their them then there these they this to up us was we
  were what when where which who will with would you your
  aber alle als am an auch auf aus bei bin bis das dass dein dem den der des die doch du durch ein eine einem einen einer es fur hat habe haben ich ihr im in
  ist ja kann mein mit nach nicht noch nur oder ohne sein sich sie sind so uber um und uns unser von vor war was wenn wer wie wir wird zu zum zur
  au aux avec ce ces cette comme dans de des du elle en est et il ils je la le les leur lui ma mais mes mon ne nos notre nous ou par pas pour qui sa se ses son sont sur un une vous
  al con como del desde el ella en entre es esta este la las lo los mas mi muy no nos nuestro o para pero por que se si sin sobre su sus un una y ya
  ao com da das do dos e em mais meu minha na nas no nos nossa nosso os pelo por que se sem seu sua um uma
  av da den det ei ein en er et fra har hun i ikke jeg med men min og om pa seg som til var vi vil
  and meeting meet call sync weekly daily monthly standup catchup appointment event zoom teams google https http www com`.split(
    /\s+/,
  ),
);

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Every word of a text in its order, small and without marks. */
export const wordsIn = (text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [folded(segment)] : []));

const isTelling = (word: string) =>
  word.length >= LEAST_LETTERS && !STOP_WORDS.has(word) && !/^\d{1,3}$/.test(word);

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
