import { folded } from "./folded.ts";

const ARTICLES =
  /^(?:the|our|my|your|a|an|der|die|das|den|dem|des|unser|unsere|unseren|unserer|mein|meine|ein|eine|einen|einer) /i;
/** What stands for something that was named before, or for many things. */
const POINTS =
  /(?:^| )(?:it|this|that|these|those|he|she|they|we|you|i|there|here|which|who|what|each|every|all|any|some|most|many|both|one|other|another|same|such|else|first|second|third|next|last|latest|previous|former|new|old|current|default|maximum|minimum|max|min|total|average|following|above|below|only|es|er|sie|wir|ihr|ich|dies|diese|dieser|dieses|jene|jeder|jede|jedes|alle|beide|man|hier|dort|erste|zweite|nächste|letzte|neue|alte|gesamt|only|its|their|his|her|sein|seine|and|or|und|oder|but|aber|than|als|if|when|wenn|because|not|nicht|kein|no)(?= |$)/i;
/** One of many of its kind unless more is said: this meeting is not the one of last week. */
const MANY =
  /^(?:meeting|call|appointment|session|lesson|class|course|lunch|dinner|breakfast|visit|sync|standup|review|retro|demo|party|trip|flight|train|bus|ticket|exam|test|event|talk|interview|hotel|room|shift|game|match|concert|price|cost|date|deadline|due date|version|release|value|number|size|length|width|height|file|page|line|name|item|entry|example|time|day|week|month|year|result|order|invoice|bill|delivery|package|book|note|task|issue|change|update|status|author|method|function|class|type|object|array|string|parameter|option|argument|treffen|termin|besprechung|sitzung|flug|zug|fahrt|prüfung|veranstaltung|abgabe|preis|rechnung|bestellung|lieferung|paket|seite|datum|jahr|tag|woche|monat|stunde|kurs)s?$/i;

/** A thing by its name, without articles and capitals; null where it isn't one single thing. */
export function subjectOf(words: string): string | null {
  const name = words
    .trim()
    .replaceAll(/["“”„'’()]/g, "")
    .replaceAll(/\s+/g, " ");
  const bare = name.replace(ARTICLES, "");
  if (
    bare.length < 3 ||
    bare.length > 60 ||
    bare.split(" ").length > 6 ||
    /[:;,.!?/\\|<>=[\]{}*_`@#]/.test(bare)
  )
    return null;
  if (/(?:^| )\d{1,3}$/.test(bare) || !/\p{L}{2}/u.test(bare)) return null;
  if (POINTS.test(bare) || MANY.test(bare)) return null;
  return folded(bare);
}
