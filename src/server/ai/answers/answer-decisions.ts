import { folded } from "#contract/shared/fold-diacritics.ts";
import { addDays, instantAt } from "#language/moment.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import type { NotePassage } from "../../retrieval/passages-of-notes.ts";
import type { Scope } from "../../retrieval/scope.ts";
import type { AccountClock } from "./account-clock.ts";
import { addNotes, answerByPassages, comparedWith } from "./answer-passages.ts";
import { AnswerText, inQuotes, type PlainAnswer } from "./answer-text.ts";
import { countsIn, weightOf } from "./matched-words.ts";
import type { Answering, Compared } from "./rank-answers.ts";
import type { Ask } from "./read-question.ts";
import { sentencesOf } from "./sentences.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies">; clock: AccountClock };

const MOST_PASSAGES = 5;

/** How a decision is said: at the beginning of a line, or by whom. */
const DECIDED =
  /^(?:decisions?|decided|agreed|resolved|settled|conclusions?|outcomes?|entscheidung(?:en)?|entschieden|beschluss(?:e)?|beschlossen|vereinbart)\b|\b(?:we|i|they|all|both|everybody|everyone) (?:have |had |finally |then )?(?:decided|agreed|chose|settled)\b|\b(?:was|were|is|been|it's) (?:decided|agreed)\b|\bwir haben (?:entschieden|beschlossen|vereinbart)\b/;
const HEADING =
  /\b(?:decisions?|decided|agreed|agreements?|resolutions?|outcomes?|conclusions?|entscheidung(?:en)?|beschlusse?)\b/;

const isDecision = (sentence: string, heading: string) =>
  HEADING.test(folded(heading)) || DECIDED.test(folded(sentence));

/** What was decided about something: the sentences that say so, those with its words first; what else the notes say where none does. */
export async function answerDecisions(
  deps: Deps,
  userId: string,
  { topic, period }: Extract<Ask, { kind: "decisions" }>,
  given: Scope,
): Promise<PlainAnswer> {
  const { zone } = deps.clock;
  const scope: Scope = {
    ...given,
    ...(period && {
      after: instantAt(period.from, zone).toISOString(),
      before: instantAt(addDays(period.to, 1), zone).toISOString(),
    }),
  };
  const words = topic.join(" ");
  const { passages, compared } = await comparedWith(deps, userId, words, scope);
  const found = decisionsIn(passages, compared);
  const answer = new AnswerText();
  if (found.length > 0) {
    addNotes(answer, found);
    return answer.done();
  }
  const said = await answerByPassages(deps, userId, words, scope);
  if (said.quotes.length === 0) return said;
  return {
    ...said,
    text: `No decision about ${inQuotes(words)} is written down. This is what your notes say:\n\n${said.text}`,
  };
}

/** A sentence counts by the words of the topic in it, and by half where only its note or heading has them. */
function decisionsIn(
  passages: readonly NotePassage[],
  { wanted, total }: Compared,
): Answering<NotePassage>[] {
  return passages
    .flatMap((passage): Answering<NotePassage>[] => {
      const around = countsIn(`${passage.title} ${passage.heading}`, wanted);
      const decided = sentencesOf(passage.text)
        .filter((sentence) => isDecision(sentence, passage.heading))
        .map((sentence) => {
          const inside = countsIn(sentence, wanted);
          const outside = [...around.keys()].filter((stem) => !inside.has(stem));
          const all = weightOf(inside.keys(), wanted) + weightOf(outside, wanted) / 2;
          return { sentence, score: all, has: weightOf([...inside.keys(), ...outside], wanted) };
        });
      const best = Math.max(0, ...decided.map(({ score }) => score));
      const coverage = Math.max(0, ...decided.map(({ has }) => has)) / (total || 1);
      if (best === 0 || coverage < 0.5) return [];
      const sentences = decided.filter(({ score }) => score >= best * 0.7).map(({ sentence }) => sentence);
      return [{ passage, sentences, score: best, coverage }];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_PASSAGES);
}
