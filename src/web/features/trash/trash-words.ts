import type { TrashItem } from "#contract/trash.ts";

const DAY = 24 * 60 * 60_000;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** "3 notes", "1 folder", or "4 items" of several kinds. */
export function countWords(items: Pick<TrashItem, "kind">[]): string {
  const kinds = new Set(items.map(({ kind }) => kind));
  return counted(items.length, kinds.size === 1 ? [...kinds][0]! : "item");
}

/** When it goes for ever: "in 12 days", "tomorrow", "within a day". Housekeeping may come hours later, never earlier. */
export function expiryWords(expiresAt: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY);
  if (days <= 1) return "Removed for ever within a day";
  return `Removed for ever in ${days} days`;
}

/** What is called by its name, and what has none. */
export const nameOf = ({ name }: Pick<TrashItem, "name">): string => name.trim() || "Untitled";
