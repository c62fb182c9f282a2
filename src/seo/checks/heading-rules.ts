import { countPhrase, haveStems, type ReadArticle, type ReadBlock } from "../read-article.ts";
import { type Found, foundIf, MOST_FOUND, rule } from "../rule.ts";

const NEEDS_HEADINGS = 300;
const MOST_UNDER_ONE = 350;
const LONG_HEADING = 70;

/** A first heading that says the title again is left out of the page. */
const inBody = (article: ReadArticle): ReadBlock[] => {
  const [first] = article.read;
  const isTitle =
    first?.kind === "heading" && first.level === 1 && first.text.trim() === article.title.trim();
  return isTitle ? article.headings.slice(1) : article.headings;
};

const at = ({ id, text }: ReadBlock, rest: Found = {}): Found => ({ blockId: id, quote: text, ...rest });
const toLevel = ({ id, level: before }: ReadBlock, level: number): Found =>
  id === null ? {} : { mend: { kind: "heading", blockId: id, level, before } };

/** Two headings at least, or null: there is nothing to compare. */
const several = (article: ReadArticle) => {
  const headings = inBody(article);
  return headings.length > 1 ? headings : null;
};

function wordsUnder(article: ReadArticle): { heading: ReadBlock | null; count: number }[] {
  const parts: { heading: ReadBlock | null; count: number }[] = [{ heading: null, count: 0 }];
  for (const block of article.read) {
    if (block.kind === "heading") parts.push({ heading: block, count: 0 });
    else parts.at(-1)!.count += block.words.length;
  }
  return parts;
}

/** The outline of the page. */
export const HEADING_RULES = [
  rule("heading-first-level", "warning", 5, (article) => {
    const headings = inBody(article);
    if (headings.length === 0) return null;
    return headings
      .filter(({ level }) => level === 1)
      .slice(0, MOST_FOUND)
      .map((heading) => at(heading, toLevel(heading, 2)));
  }),
  rule("heading-skipped", "hint", 3, (article) => {
    const headings = several(article);
    return (
      headings &&
      headings
        .flatMap((heading, index) => {
          const before = headings[index - 1]?.level;
          const isSkipped = before !== undefined && heading.level > Math.max(before, 2) + 1;
          return isSkipped ? [at(heading, toLevel(heading, Math.max(before, 2) + 1))] : [];
        })
        .slice(0, MOST_FOUND)
    );
  }),
  rule("heading-empty", "warning", 3, (article) => {
    const headings = inBody(article);
    if (headings.length === 0) return null;
    return headings
      .filter(({ text, images }) => text.trim() === "" && images.length === 0)
      .map((heading) => at(heading));
  }),
  rule("heading-none", "warning", 5, (article) =>
    article.wordCount < NEEDS_HEADINGS
      ? null
      : foundIf(inBody(article).length === 0, { values: { count: article.wordCount } }),
  ),
  rule("heading-distance", "warning", 4, (article) => {
    if (article.wordCount < NEEDS_HEADINGS || inBody(article).length === 0) return null;
    return wordsUnder(article)
      .filter(({ count }) => count > MOST_UNDER_ONE)
      .slice(0, MOST_FOUND)
      .map(({ heading, count }) => ({
        blockId: heading?.id ?? article.read[0]?.id ?? null,
        quote: heading?.text ?? article.title,
        values: { count, most: MOST_UNDER_ONE },
      }));
  }),
  rule("heading-keyphrase", "warning", 4, (article) => {
    const headings = inBody(article);
    if (headings.length === 0 || article.phrases.length === 0) return null;
    return foundIf(!headings.some(({ stems }) => haveStems(article, stems)), { blockId: headings[0]!.id });
  }),
  rule("heading-stuffed", "hint", 2, (article) => {
    const headings = inBody(article);
    if (headings.length < 4 || article.phrases.length === 0) return null;
    const count = headings.filter(({ stems }) => countPhrase(article.phrases, stems) > 0).length;
    return foundIf(count > headings.length * 0.75, { values: { count, of: headings.length } });
  }),
  rule("heading-long", "hint", 2, (article) => {
    const headings = inBody(article);
    if (headings.length === 0) return null;
    return headings
      .filter(({ text }) => text.length > LONG_HEADING)
      .slice(0, MOST_FOUND)
      .map((heading) => at(heading, { values: { count: heading.text.length, most: LONG_HEADING } }));
  }),
  rule("heading-duplicate", "hint", 2, (article) => {
    const headings = several(article);
    const earlier = new Set<string>();
    return (
      headings &&
      headings
        .filter(({ text, words }) => {
          const said = words.join(" ");
          const isAgain = text !== "" && earlier.has(said);
          earlier.add(said);
          return isAgain;
        })
        .slice(0, MOST_FOUND)
        .map((heading) => at(heading))
    );
  }),
];
