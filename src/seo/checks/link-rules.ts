import { hasPhrase, type ReadArticle, type ReadBlock, wordsOf } from "../read-article.ts";
import type { ArticleLink } from "../article.ts";
import { type Found, foundIf, MOST_FOUND, rule } from "../rule.ts";

/** Words that say nothing of where a link leads, folded. */
const VAGUE = new Set(
  "click here|here|this|this link|link|read more|more|learn more|this page|hier|hier klicken|mehr|weiterlesen|link|ici|cliquez ici|en savoir plus|lire la suite|aqui|haz clic aqui|leer mas|mas|qui|clicca qui|leggi di piu|klik hier|lees meer|meer".split(
    "|",
  ),
);
const NEEDS_LINKS = 200;

type Placed = { block: ReadBlock; link: ArticleLink };
const at = ({ block, link }: Placed, values?: Found["values"]): Found => ({
  blockId: block.id,
  quote: link.words || link.href,
  ...(values ? { values } : {}),
});
const isAddress = (words: string) => /^(?:https?:\/\/|www\.)\S+$/i.test(words.trim());

/** A check of every link; null where there are none. */
const each = (isFound: (placed: Placed, article: ReadArticle) => boolean) => (article: ReadArticle) =>
  article.links.length === 0
    ? null
    : article.links
        .filter((placed) => isFound(placed, article))
        .slice(0, MOST_FOUND)
        .map((placed) => at(placed));

const ofKind = (article: ReadArticle, kinds: ArticleLink["kind"][]) =>
  article.links.filter(({ link }) => kinds.includes(link.kind));

/** Where the page leads, and what leads to it. */
export const LINK_RULES = [
  rule("link-none-out", "hint", 3, (article) =>
    article.wordCount < NEEDS_LINKS ? null : foundIf(ofKind(article, ["web"]).length === 0),
  ),
  rule("link-none-inside", "warning", 4, (article) =>
    article.wordCount < NEEDS_LINKS || article.others.length === 0
      ? null
      : foundIf(ofKind(article, ["note", "title"]).length === 0),
  ),
  rule("link-none-here", "warning", 5, (article) =>
    article.others.length === 0 ? null : foundIf(!article.others.some(({ isLinkingHere }) => isLinkingHere)),
  ),
  rule(
    "link-vague",
    "warning",
    3,
    each(({ link }) => VAGUE.has(wordsOf(link.words).join(" "))),
  ),
  rule(
    "link-without-words",
    "error",
    4,
    each(({ block, link }) => link.words.trim() === "" && block.images.every(({ alt }) => alt === "")),
  ),
  rule(
    "link-address-shown",
    "hint",
    2,
    each(({ link }) => isAddress(link.words)),
  ),
  rule(
    "link-insecure",
    "hint",
    3,
    each(({ link }) => /^http:\/\//i.test(link.href)),
  ),
  rule("link-unpublished", "warning", 5, (article) => {
    const inside = ofKind(article, ["note"]);
    if (!article.page || inside.length === 0) return null;
    const published = new Set(article.others.filter(({ isPublished }) => isPublished).map(({ id }) => id));
    return inside
      .filter(({ link }) => link.noteId !== article.id && !published.has(link.noteId ?? ""))
      .slice(0, MOST_FOUND)
      .map((placed) => at(placed));
  }),
  rule("link-to-nothing", "warning", 4, (article) => {
    const named = ofKind(article, ["title"]);
    if (named.length === 0) return null;
    const titles = new Set(article.others.map(({ title }) => title.trim().toLowerCase()));
    return named
      .filter(({ link }) => !titles.has(link.href.trim().toLowerCase()))
      .slice(0, MOST_FOUND)
      .map((placed) => at(placed));
  }),
  rule("link-competing", "warning", 3, (article) => {
    const away = article.links.filter(({ link }) => link.kind === "web" || link.kind === "note");
    if (article.phrases.length === 0 || away.length === 0) return null;
    return away
      .filter(({ link }) => wordsOf(link.words).length <= 5 && hasPhrase(article, link.words))
      .slice(0, MOST_FOUND)
      .map((placed) => at(placed));
  }),
];
