import { slugOf } from "#contract/shared/slug.ts";
import type { ReadArticle } from "../read-article.ts";
import { foundIf, type Mend, rule } from "../rule.ts";
import { stemOf } from "../language/stem.ts";

const SLUG_LONG = 60;
const SLUG_SHORTEST = 3;
/** The eight letters that suggested addresses end with, so that nobody guesses them. */
const SECRET_ENDING = /-(?=[a-z0-9]*\d)[a-hj-km-np-z2-9]{8}$/;

/** An address of the keyphrase, else of the title; null where that is the same or none. */
function betterSlug(article: ReadArticle): Mend | undefined {
  const [first] = article.keyphrase.split(",");
  const slug = slugOf(first?.trim() || article.shownTitle);
  const isBetter = slug.length >= SLUG_SHORTEST && slug !== article.page?.slug;
  return isBetter ? { kind: "slug", slug } : undefined;
}

const withMend = (article: ReadArticle) => {
  const mend = betterSlug(article);
  return { quote: article.page!.slug, ...(mend ? { mend } : {}) };
};

/** The last part of the page's address. */
export const SLUG_RULES = [
  rule("slug-keyphrase", "warning", 4, (article) => {
    if (!article.page || article.phrases.length === 0) return null;
    const stems = new Set(article.page.slug.split("-").map((word) => stemOf(word, article.spoken)));
    const hasIt = article.phrases.some((phrase) =>
      phrase.stems.every(
        (stem) => stems.has(stemOf(slugOf(stem), article.spoken)) || stems.has(slugOf(stem)),
      ),
    );
    return foundIf(!hasIt, withMend(article));
  }),
  rule(
    "slug-long",
    "hint",
    2,
    (article) => article.page && foundIf(article.page.slug.length > SLUG_LONG, withMend(article)),
  ),
  rule("slug-unguessable", "hint", 3, (article) =>
    article.page?.isIndexed ? foundIf(SECRET_ENDING.test(article.page.slug), withMend(article)) : null,
  ),
];
