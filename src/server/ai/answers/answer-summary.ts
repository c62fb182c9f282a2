import type { Note } from "#contract/notes.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { isTelling, wordsIn } from "../../notes/some-words/telling-words.ts";
import { passagesOfNotes, type NotePassage } from "../../retrieval/passages-of-notes.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { titleOf } from "./answer-passages.ts";
import { AnswerText, bold, inQuotes, type PlainAnswer } from "./answer-text.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { notesCalled } from "./find-note.ts";
import { stemOf } from "./word-forms.ts";
import { sentencesOf } from "./sentences.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies"> };

const LEAST_SENTENCES = 3;
const MOST_SENTENCES = 7;
/** Of a note's sentences. */
const SHARE = 0.2;
/** Words that a sentence has in common with one that is shown already say nothing new. */
const MOST_ALIKE = 0.5;
const MOST_READ = 2_000;
const IS_THIS = /^(?:this|it|that|the)?\s*(?:note|one)?$/;

/** The sentences of a note that say most of what it is about, in the order of its text. */
export async function answerSummary(
  deps: Deps,
  userId: string,
  name: string,
  scope: Scope,
): Promise<PlainAnswer> {
  const note = await noteOf(deps, userId, name, scope);
  const answer = new AnswerText();
  if (!note)
    return answer
      .add(
        name === "" || IS_THIS.test(name)
          ? "Say which note to summarize, by its title."
          : `No note is called ${inQuotes(name)}.`,
      )
      .done();
  const passages = await passagesOfNotes(deps, userId, [note.id], "nowhere");
  const sentences = keySentencesOf(note.title, passages);
  if (sentences.length === 0) return answer.add(`${bold(titleOf(note.title))} has no text yet.`).done();
  const lines = [...Map.groupBy(sentences, ({ passage }) => passage)].map(([passage, of]) => {
    const words = of.map(({ sentence }) => escapeMarkdown(sentence)).join(" ");
    return `> ${words} ${answer.cite({ kind: "note", ...passage })}`;
  });
  return answer.add(`${bold(titleOf(note.title))}\n\n${lines.join("\n>\n")}`).done();
}

async function noteOf(
  { db, collab }: Deps,
  userId: string,
  name: string,
  scope: Scope,
): Promise<Pick<Note, "id" | "title"> | null> {
  const [only, ...others] = scope.noteIds ?? [];
  if (only !== undefined && others.length === 0 && IS_THIS.test(name)) {
    const [passage] = await passagesOfNotes({ db, collab }, userId, [only], "nowhere");
    return passage ? { id: only, title: passage.title } : null;
  }
  return (await notesCalled(db, userId, name, scope))[0] ?? null;
}

type Sentence = { passage: NotePassage; sentence: string; stems: Set<string>; place: number };

/**
 * By how often their words come in the note, twice where the title has them, and the first ones of a heading before others; one that
 * says what is shown already makes room for another.
 */
export function keySentencesOf(title: string, passages: readonly NotePassage[]): Sentence[] {
  const all = passages
    .flatMap((passage) => sentencesOf(passage.text).map((sentence, at) => ({ passage, sentence, at })))
    .slice(0, MOST_READ)
    .map(({ at, ...each }, place) => ({ ...each, at, place, stems: stemsOf(each.sentence) }));
  const wanted = Math.min(MOST_SENTENCES, Math.max(LEAST_SENTENCES, Math.ceil(all.length * SHARE)));
  const counts = new Map<string, number>();
  for (const { stems } of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const ofTitle = stemsOf(title);
  const scoreOf = ({ stems, at, place }: (typeof all)[number]) => {
    const told = [...stems].reduce(
      (sum, stem) => sum + Math.log2(1 + counts.get(stem)!) * (ofTitle.has(stem) ? 2 : 1),
      0,
    );
    return (told / (4 + stems.size)) * (at === 0 ? 1.3 : 1) * (place === 0 ? 1.3 : 1);
  };
  const chosen: Sentence[] = [];
  for (const each of all.toSorted((one, other) => scoreOf(other) - scoreOf(one))) {
    if (chosen.length === wanted) break;
    const isNew = chosen.every(({ stems }) => alike(stems, each.stems) <= MOST_ALIKE);
    if (each.stems.size > 0 && isNew) chosen.push(each);
  }
  return chosen.toSorted((one, other) => one.place - other.place);
}

const stemsOf = (text: string) => new Set(wordsIn(text).filter(isTelling).map(stemOf));

/** From 0 to 1: what part of the smaller one is in both. */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}
