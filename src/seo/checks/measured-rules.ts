import { foundIf, rule } from "../rule.ts";

const HEAVY_HTML = 150_000;
const HEAVY_IMAGES = 1_500_000;
const SLOW_MS = 800;

/** What loading the public page took. Only a browser can ask them, and each has another answer: they are told, and count for no health. */
export const MEASURED_RULES = [
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
