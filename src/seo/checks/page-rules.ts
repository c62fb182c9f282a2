import { foundIf, rule } from "../rule.ts";

/** The public page: whether it can be found, how it is shared. */
export const PAGE_RULES = [
  rule("page-unpublished", "hint", 4, ({ page }) => foundIf(page === null)),
  rule(
    "page-not-indexed",
    "error",
    9,
    ({ page }) => page && foundIf(!page.isIndexed && !page.hasPassword, { mend: { kind: "index" } }),
  ),
  rule("page-password", "error", 9, ({ page }) => page && foundIf(page.hasPassword)),
  rule("page-unsigned", "hint", 2, ({ page }) => page && foundIf(!page.isSigned)),
  rule("page-no-picture", "hint", 3, ({ hasPicture, images }) =>
    foundIf(!hasPicture && !images.some(({ image }) => image.src.startsWith("/files/"))),
  ),
];
