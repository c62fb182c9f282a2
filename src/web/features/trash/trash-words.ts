import type { TrashItem } from "#contract/trash.ts";
import type { TrashKinds } from "../../kernel/trash-facet.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const DAY = 24 * 60 * 60_000;

const itemCount = (count: number) => plural(count, { one: "{count} item", other: "{count} items" });

/** "3 notes", "1 folder", or "4 items" of several kinds. */
export function countWords(items: Pick<TrashItem, "kind">[], kinds: TrashKinds): string {
  const [kind, ...others] = new Set(items.map((item) => item.kind));
  return (kind && others.length === 0 ? kinds[kind].count : itemCount)(items.length);
}

/** When it goes for ever: "in 12 days", "tomorrow", "within a day". Housekeeping may come hours later, never earlier. */
export function expiryWords(expiresAt: string, now = Date.now()): string {
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY);
  if (days <= 1) return t("Permanently removed within a day");
  return plural(days, { other: "Permanently removed in {count} days" });
}

/** What is called by its name, and what has none. */
export const nameOf = ({ name }: Pick<TrashItem, "name">): string => name.trim() || t("Untitled");
