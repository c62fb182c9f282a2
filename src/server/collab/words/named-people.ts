import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { forEachWord } from "#document/text/words.ts";
import type { Tx } from "../../db/client.ts";
import { mentionedIn } from "../../notifications/mentioned-in.ts";
import { awaitMention } from "../../notifications/note-mentions.ts";
import type { LoggedChange, Written } from "./count-written.ts";
import { wordKey } from "./tally.ts";

/** By these a person says something; what was imported, restored, copied or written by a model names nobody. */
const SAYING: ReadonlySet<WordOrigin> = new Set(["typed", "paste", "api"]);
/** Of one change of a text: whoever pastes a list of everybody tells those first in it. */
const MOST_NAMED = 50;
const LONGEST_NAME = 120;

type Person = { id: string; name: string };
type Text = { before: string; after: string };

/** Those who said something in these changes, the latest first. */
export const authorsOf = (changes: readonly Pick<LoggedChange, "actorId" | "origin">[]): string[] => [
  ...new Set(
    changes
      .toReversed()
      .filter(({ origin }) => SAYING.has(origin))
      .map(({ actorId }) => actorId),
  ),
];

export const hasSign = (text: string): boolean => /[@＠]/.test(text);

/**
 * Sees to it that those are told whom a text of a shared note names now and did not name before. In the transaction of its derivation, as
 * the note's owner; asks nothing where no "@" came.
 */
export async function awaitMentions(
  tx: Tx,
  noteId: string,
  text: Text,
  by: { authors: readonly string[]; said: () => Promise<readonly Written[]> },
): Promise<void> {
  if (!isNewlySigned(text)) return;
  const people = await tx.query<Person>("SELECT * FROM people_of_note($1)", [noteId], "people-of-note");
  const before = mentionedIn(text.before, people);
  const named = [...mentionedIn(text.after, people)].filter((id) => !before.has(id));
  if (named.length === 0) return;
  const written = await by.said();
  for (const personId of named.slice(0, MOST_NAMED)) {
    const { name } = people.find(({ id }) => id === personId)!;
    const writerId = writerOfName({ authors: by.authors, written }, { id: personId, name });
    if (writerId) await awaitMention(tx, { noteId, personId, writerId });
  }
}

/** Whether something stands behind an "@" that stood behind none before: the words of the line, as far as a name may go. */
function isNewlySigned({ before, after }: Text): boolean {
  const known = new Set(behindSigns(before));
  return behindSigns(after).some((words) => !known.has(words));
}

const behindSigns = (text: string): string[] =>
  Array.from(text.matchAll(/[@＠]/g), ({ index }) => {
    const end = text.indexOf("\n", index);
    return text.slice(index + 1, Math.min(index + LONGEST_NAME, end < 0 ? text.length : end));
  });

/**
 * Of several who wrote since the last time, the last of those in whose words the name is; nobody, where an import or a model brought it, or
 * people wrote their own names.
 */
export function writerOfName(
  { authors, written }: { authors: readonly string[]; written: readonly Written[] },
  { id, name }: Person,
): string | undefined {
  const keys: number[] = [];
  forEachWord(name, (word) => keys.push(wordKey(word)));
  const bringing = written.filter(({ tally }) => keys.some((key) => (tally.get(key) ?? 0) > 0));
  const isAmong = (author: string) =>
    bringing.some(({ actorId, origin }) => actorId === author && SAYING.has(origin));
  return authors.find((author) => author !== id && (bringing.length === 0 || isAmong(author)));
}
