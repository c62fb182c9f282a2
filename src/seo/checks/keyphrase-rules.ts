import { functionWords } from "../language/function-words.ts";
import { countPhrase, haveStems, phrasesIn, type ReadArticle, wordsOf } from "../read-article.ts";
import { foundIf, rule } from "../rule.ts";

const LONG_PHRASE = 5;
const FROM_WORDS = 100;
/** Of every hundred words. */
const LEAST = 0.4;
const MOST = 3;
const LONGEST_WITHOUT = 600;

const isAsked = ({ phrases }: ReadArticle) => phrases.length > 0;
const first = (article: ReadArticle) => article.phrases[0]!.text;

function countIn(article: ReadArticle): number {
  return article.read.reduce((sum, { stems }) => sum + countPhrase(article.phrases, stems), 0);
}

/** Words that may stand between two mentions at most, counted to the ends of the text as well. */
function longestWithout(article: ReadArticle): { count: number; blockId: string | null } {
  let longest = { count: 0, blockId: null as string | null };
  let count = 0;
  let blockId: string | null = null;
  for (const block of article.read) {
    if (countPhrase(article.phrases, block.stems) > 0) {
      count = 0;
      continue;
    }
    if (count === 0) blockId = block.id;
    count += block.stems.length;
    if (count > longest.count) longest = { count, blockId };
  }
  return longest;
}

const key = (stems: readonly string[]) => [...stems].toSorted().join(" ");

/** Others that want to be found by the same: by their keyphrase, or by a title that is the phrase. */
function rivals(article: ReadArticle) {
  const own = new Set(article.phrases.map(({ stems }) => key(stems)));
  return article.others.filter((other) => {
    const wanted = phrasesIn(other.keyphrase, article);
    if (wanted.some(({ stems }) => own.has(key(stems)))) return true;
    if (!other.isPublished) return false;
    const titled = phrasesIn((other.searchTitle || other.title).replaceAll(",", " "), article);
    return titled.some(({ stems }) => own.has(key(stems)));
  });
}

/** What the page should be found by. */
export const KEYPHRASE_RULES = [
  rule("keyphrase-missing", "error", 8, (article) => foundIf(!isAsked(article))),
  rule("keyphrase-long", "hint", 2, (article) =>
    isAsked(article)
      ? foundIf(article.phrases[0]!.stems.length > LONG_PHRASE, { quote: first(article) })
      : null,
  ),
  rule("keyphrase-small-words", "warning", 4, (article) => {
    if (!isAsked(article)) return null;
    const small = functionWords(article.spoken);
    return foundIf(
      wordsOf(first(article)).every((word) => small.has(word)),
      { quote: first(article) },
    );
  }),
  rule("keyphrase-introduction", "warning", 6, (article) => {
    const [paragraph] = article.prose;
    if (!isAsked(article) || !paragraph) return null;
    return foundIf(!haveStems(article, paragraph.stems), { blockId: paragraph.id, quote: paragraph.text });
  }),
  rule("keyphrase-rare", "warning", 6, (article) => {
    if (!isAsked(article) || article.wordCount < FROM_WORDS) return null;
    const count = countIn(article);
    const share = (count * 100) / article.wordCount;
    return foundIf(share < LEAST, {
      values: { count, least: Math.max(1, Math.ceil((article.wordCount * LEAST) / 100)) },
    });
  }),
  rule("keyphrase-stuffed", "warning", 5, (article) => {
    if (!isAsked(article) || article.wordCount < FROM_WORDS) return null;
    const count = countIn(article);
    const most = Math.floor((article.wordCount * MOST) / 100);
    return foundIf(count > most, { values: { count, most } });
  }),
  rule("keyphrase-spread", "hint", 3, (article) => {
    if (!isAsked(article) || article.wordCount < LONGEST_WITHOUT || countIn(article) === 0) return null;
    const { count, blockId } = longestWithout(article);
    return foundIf(count > Math.max(LONGEST_WITHOUT, article.wordCount * 0.3), {
      blockId,
      values: { count },
    });
  }),
  rule("keyphrase-rivals", "warning", 6, (article) =>
    isAsked(article)
      ? rivals(article).map((other) => ({ quote: other.title, values: { noteId: other.id } }))
      : null,
  ),
  rule("keyphrase-variants-same", "hint", 1, (article) => {
    if (!isAsked(article)) return null;
    const stems = article.phrases.map(({ stems: of }) => key(of));
    const again = stems.findIndex((stem, index) => stems.indexOf(stem) < index);
    return foundIf(again >= 0, { quote: article.phrases[again]?.text ?? "" });
  }),
];
