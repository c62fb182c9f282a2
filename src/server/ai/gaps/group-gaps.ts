import type { Gap, GapGroup } from "#contract/gaps.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { segmentWords } from "#document/text/words.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";

/** Questions under the words that most of them share, the largest group first; those that share none stand last, together. */
export function groupGaps(gaps: readonly Gap[]): GapGroup[] {
  const wordsOf = new Map(gaps.map((gap) => [gap, tellingWords(gap.question)]));
  const groups: GapGroup[] = [];
  let rest = [...gaps];
  for (;;) {
    const word = mostShared(rest.map((gap) => wordsOf.get(gap)!));
    if (word === null) break;
    const sharing = rest.filter((gap) => wordsOf.get(gap)!.includes(word));
    groups.push({ word: asWritten(word, sharing[0]!.question), gaps: sharing });
    rest = rest.filter((gap) => !sharing.includes(gap));
  }
  return rest.length > 0 ? [...groups, { word: null, gaps: rest }] : groups;
}

/** The word of most questions, of two or more; among equals the longest, which says most. */
function mostShared(questions: readonly string[][]): string | null {
  const counts = new Map<string, number>();
  for (const word of questions.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1);
  shared.sort(([one, ones], [other, others]) => others - ones || other.length - one.length);
  return shared[0]?.[0] ?? null;
}

/** As the question has it, with its marks and capitals. */
const asWritten = (word: string, question: string): string =>
  segmentWords(question).find(({ segment }) => folded(segment) === word)?.segment ?? word;
