import { type ReadArticle, hasPhrase, phrasesIn, wordsOf } from "../read-article.ts";
import { foundIf, rule } from "../rule.ts";
import { TITLE_ROOM, TITLE_SIZE, widthOf } from "../text-width.ts";

const SHORT_TITLE = 200;
const BEGINNING = 4;

const titleOf = (article: ReadArticle) => article.shownTitle || null;

/** Two titles that say the same, whatever their capitals and signs. */
export const sameWords = (a: string, b: string): boolean =>
  a !== "" && wordsOf(a).join(" ") === wordsOf(b).join(" ");

/** What search results show first. */
export const TITLE_RULES = [
  rule("title-missing", "error", 10, (article) => foundIf(titleOf(article) === null)),
  rule("title-long", "warning", 5, (article) => {
    const title = titleOf(article);
    if (title === null) return null;
    const width = widthOf(title, TITLE_SIZE);
    return foundIf(width > TITLE_ROOM, { values: { width, room: TITLE_ROOM } });
  }),
  rule("title-short", "hint", 3, (article) => {
    const title = titleOf(article);
    return title === null ? null : foundIf(widthOf(title, TITLE_SIZE) < SHORT_TITLE, { quote: title });
  }),
  rule("title-keyphrase", "error", 8, (article) => {
    const title = titleOf(article);
    if (title === null || article.phrases.length === 0) return null;
    return foundIf(!hasPhrase(article, title), { quote: title });
  }),
  rule("title-keyphrase-late", "hint", 2, (article) => {
    const title = titleOf(article);
    if (title === null || article.phrases.length === 0 || !hasPhrase(article, title)) return null;
    const words = wordsOf(title);
    const most = Math.max(...article.phrases.map(({ text }) => wordsOf(text).length)) + BEGINNING;
    return foundIf(words.length > most && !hasPhrase(article, words.slice(0, most).join(" ")), {
      quote: title,
    });
  }),
  rule("title-capitals", "hint", 2, (article) => {
    const title = titleOf(article);
    if (title === null) return null;
    const letters = title.match(/\p{L}/gu) ?? [];
    const capitals = title.match(/\p{Lu}/gu) ?? [];
    return foundIf(letters.length >= 10 && capitals.length > letters.length * 0.7, { quote: title });
  }),
  rule("title-duplicate", "warning", 6, (article) => {
    const title = titleOf(article);
    if (title === null) return null;
    const said = article.wordsIn(title).join(" ");
    return article.others
      .filter(
        (other) =>
          other.isPublished &&
          said === article.wordsIn(other.searchTitle.trim() || other.title.trim()).join(" "),
      )
      .map((other) => ({ quote: other.title, values: { noteId: other.id } }));
  }),
  rule("title-repeats", "hint", 2, (article) => {
    const title = titleOf(article);
    if (title === null) return null;
    const [phrase] = phrasesIn(title.replaceAll(",", " "), article);
    const words = phrase?.stems.filter((stem) => stem.length > 3) ?? [];
    const again = words.find((word) => words.filter((one) => one === word).length > 2);
    return foundIf(again !== undefined, { quote: title });
  }),
];
