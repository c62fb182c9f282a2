import { NAME_MAX } from "../ics/stored-object.ts";

export const ROOT = "/dav/";

/** What an address is of. Names and ids are as they stand there: whether they are anything is found out later. */
export type Address =
  | { kind: "root" }
  | { kind: "principal"; userId: string }
  | { kind: "home"; userId: string }
  | { kind: "collection"; userId: string; slug: string }
  | { kind: "object"; userId: string; slug: string; name: string };

export const hrefOf = {
  root: () => ROOT,
  principal: (userId: string) => `${ROOT}principals/${userId}/`,
  home: (userId: string) => `${ROOT}calendars/${userId}/`,
  collection: (userId: string, slug: string) => `${ROOT}calendars/${userId}/${encodeURIComponent(slug)}/`,
  object: (userId: string, slug: string, name: string) =>
    `${ROOT}calendars/${userId}/${encodeURIComponent(slug)}/${encodeURIComponent(name)}`,
};

/** Of a path, or of a whole address as some clients send it in what they ask; null where nothing can be. */
export function readAddress(href: string): Address | null {
  const path = href.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const parts = path.split("/").filter((part) => part !== "");
  const names = parts.map(decode);
  if (names.some((name) => name === null) || names[0] !== "dav") return null;
  const [, area, userId, slug, name, ...more] = names as string[];
  if (area === undefined) return { kind: "root" };
  if (userId === undefined || more.length > 0) return null;
  if (area === "principals") return slug === undefined ? { kind: "principal", userId } : null;
  if (area !== "calendars") return null;
  if (slug === undefined) return { kind: "home", userId };
  return name === undefined ? { kind: "collection", userId, slug } : { kind: "object", userId, slug, name };
}

/** A name that nobody could write into an address again is none. */
function decode(part: string): string | null {
  try {
    const name = decodeURIComponent(part);
    // oxlint-disable-next-line no-control-regex -- these are the ones
    const isPlain = name === name.toWellFormed() && !/[\u0000-\u001F\u007F/]/.test(name);
    return isPlain && name.length <= NAME_MAX && name !== "." && name !== ".." ? name : null;
  } catch {
    return null;
  }
}
