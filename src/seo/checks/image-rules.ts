import type { ArticleImage } from "../article.ts";
import { hasPhrase, type ReadArticle, type ReadBlock } from "../read-article.ts";
import { type Found, foundIf, MOST_FOUND, rule } from "../rule.ts";

const NEEDS_IMAGE = 500;
const LONG_ALT = 125;
const FILE_NAME =
  /^(?:\S+\.(?:jpe?g|png|gif|webp|avif|heic|svg)|(?:img|dsc|image|screenshot|bildschirmfoto|photo|pasted image)[\s_-]*[\d\s._:-]*)$/i;

type Placed = { block: ReadBlock; image: ArticleImage };
const at = ({ block, image }: Placed): Found => ({
  blockId: block.id,
  quote: image.alt || decodeURIComponentSafely(image.src.split("/").at(-1) ?? ""),
});

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A check of every picture; null where there are none. */
const each = (isFound: (image: ArticleImage) => boolean) => (article: ReadArticle) =>
  article.images.length === 0
    ? null
    : article.images
        .filter(({ image }) => isFound(image))
        .slice(0, MOST_FOUND)
        .map(at);

/** Pictures, and what is said of them. */
export const IMAGE_RULES = [
  rule("image-none", "hint", 2, (article) =>
    article.wordCount < NEEDS_IMAGE ? null : foundIf(article.images.length === 0),
  ),
  rule(
    "image-alt-missing",
    "error",
    6,
    each(({ alt }) => alt.trim() === ""),
  ),
  rule(
    "image-alt-file-name",
    "warning",
    4,
    each(({ alt }) => FILE_NAME.test(alt.trim())),
  ),
  rule(
    "image-alt-long",
    "hint",
    2,
    each(({ alt }) => alt.length > LONG_ALT),
  ),
  rule("image-alt-keyphrase", "hint", 2, (article) => {
    const described = article.images.filter(({ image }) => image.alt.trim() !== "");
    if (described.length === 0 || article.phrases.length === 0) return null;
    return foundIf(!described.some(({ image }) => hasPhrase(article, image.alt)), {
      blockId: described[0]!.block.id,
    });
  }),
];
