import { hasPhrase, type ReadArticle } from "../read-article.ts";
import { foundIf, rule } from "../rule.ts";
import { sameWords } from "./title-rules.ts";

/** What result pages show of a description, in letters. */
export const DESCRIPTION_MAX = 155;
const DESCRIPTION_MIN = 70;

/** The first paragraph that says enough, cut after a sentence or a word; "" where there is none. */
export function descriptionFrom(article: Pick<ReadArticle, "paragraphs">): string {
  const first = article.paragraphs.find(({ words }) => words.length >= 8) ?? article.paragraphs[0];
  const text = first?.text.replaceAll(/\s+/g, " ").trim() ?? "";
  if (text.length <= DESCRIPTION_MAX) return text;
  const start = text.slice(0, DESCRIPTION_MAX);
  const sentence = Math.max(start.lastIndexOf(". "), start.lastIndexOf("! "), start.lastIndexOf("? "));
  if (sentence >= DESCRIPTION_MIN) return start.slice(0, sentence + 1);
  const cut = text.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), DESCRIPTION_MIN)).replace(/[\s,;:.]+$/, "")}…`.toWellFormed();
}

const given = (article: ReadArticle) => article.description.trim() || null;

/** What stands under the title in search results and previews. */
export const DESCRIPTION_RULES = [
  rule("description-missing", "error", 8, (article) => {
    const text = descriptionFrom(article);
    return foundIf(given(article) === null, text === "" ? {} : { mend: { kind: "description", text } });
  }),
  rule("description-long", "hint", 3, (article) => {
    const text = given(article);
    return text === null
      ? null
      : foundIf(text.length > DESCRIPTION_MAX, { values: { count: text.length, most: DESCRIPTION_MAX } });
  }),
  rule("description-short", "hint", 3, (article) => {
    const text = given(article);
    return text === null
      ? null
      : foundIf(text.length < DESCRIPTION_MIN, { values: { count: text.length, least: DESCRIPTION_MIN } });
  }),
  rule("description-keyphrase", "warning", 5, (article) => {
    const text = given(article);
    if (text === null || article.phrases.length === 0) return null;
    return foundIf(!hasPhrase(article, text), { quote: text });
  }),
  rule("description-is-title", "warning", 4, (article) => {
    const text = given(article);
    return text === null ? null : foundIf(sameWords(text, article.shownTitle), { quote: text });
  }),
  rule("description-duplicate", "warning", 5, (article) => {
    const text = given(article);
    if (text === null) return null;
    return article.others
      .filter(({ isPublished, description }) => isPublished && sameWords(text, description))
      .map((other) => ({ quote: other.title, values: { noteId: other.id } }));
  }),
];
