import type { PageName } from "./page-names.ts";

export const LINKS = {
  landing: { path: "/", label: "Home" },
  features: { path: "/public/features", label: "Features" },
  pricing: { path: "/public/pricing", label: "Pricing" },
  about: { path: "/public/about", label: "About" },
  contact: { path: "/public/contact", label: "Contact" },
  referral: { path: "/public/referral", label: "Invite people" },
  sitemap: { path: "/public/sitemap", label: "Site map" },
  privacy: { path: "/public/privacy", label: "Privacy" },
  terms: { path: "/public/terms", label: "Terms" },
} as const satisfies Record<PageName, { path: string; label: string }>;
