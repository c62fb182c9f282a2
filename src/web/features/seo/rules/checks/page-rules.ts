import { foundIf, rule } from "../rule.ts";

const HEAVY_HTML = 150_000;
const HEAVY_IMAGES = 1_500_000;
const SLOW_MS = 800;

/** The public page: whether it can be found, how it is shared, what it weighs. */
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
  rule(
    "page-heavy",
    "warning",
    3,
    ({ measured }) =>
      measured &&
      foundIf(measured.htmlBytes > HEAVY_HTML, { values: { bytes: measured.htmlBytes, most: HEAVY_HTML } }),
  ),
  rule(
    "page-heavy-pictures",
    "warning",
    4,
    ({ measured }) =>
      measured &&
      foundIf(measured.imageBytes > HEAVY_IMAGES, {
        values: { bytes: measured.imageBytes, most: HEAVY_IMAGES },
      }),
  ),
  rule(
    "page-slow",
    "warning",
    4,
    ({ measured }) =>
      measured && foundIf(measured.ms > SLOW_MS, { values: { ms: Math.round(measured.ms), most: SLOW_MS } }),
  ),
];
