/** Without Zod, so that pages can use it: the last part of a public page's address. */
export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_MIN = 3;
export const SLUG_MAX = 80;

/** Words that would pass for a page of the server's own. */
const RESERVED = new Set([
  "about",
  "account",
  "admin",
  "administrator",
  "api",
  "app",
  "assets",
  "auth",
  "cairn",
  "contact",
  "error",
  "files",
  "health",
  "help",
  "index",
  "login",
  "logout",
  "new",
  "null",
  "official",
  "password",
  "privacy",
  "public",
  "register",
  "robots",
  "root",
  "security",
  "settings",
  "signin",
  "signup",
  "sitemap",
  "status",
  "support",
  "system",
  "terms",
  "undefined",
  "verify",
  "www",
]);

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/** A title as part of an address; "" where it has no letter that addresses can show. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50)
    .replace(/-+$/, "");
}
