/** Every public page, in the order of the site map. The app's router needs no more of them than this. */
export const PAGE_NAMES = [
  "landing",
  "features",
  "pricing",
  "about",
  "contact",
  "referral",
  "sitemap",
  "privacy",
  "terms",
] as const;

export type PageName = (typeof PAGE_NAMES)[number];
