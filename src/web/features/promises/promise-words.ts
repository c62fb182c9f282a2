import type { LedgerPromise, PromiseStatus } from "#contract/promises.ts";
import { t } from "../../lib/messages/t.ts";

export const STATUSES: Record<PromiseStatus, string> = {
  open: t("Open"),
  late: t("Late"),
  kept: t("Kept"),
  dropped: t("Dropped"),
};

export const STATUS_NAMES = ["open", "late", "kept", "dropped"] as const satisfies readonly PromiseStatus[];

/** Who owes whom, as the heading over all promises of that kind. */
export function relationOf({ from, to, isToMe }: Pick<LedgerPromise, "from" | "to" | "isToMe">): string {
  if (from === null) return to === null ? t("You promised") : t("You owe {name}", { name: to });
  if (isToMe) return t("{name} owes you", { name: from });
  return to === null
    ? t("{name} promised", { name: from })
    : t("{name} owes {other}", { name: from, other: to });
}

/** Promises under who owes whom: what is one's own first, then in the order of their first. */
export function byRelation(
  promises: readonly LedgerPromise[],
): [heading: string, promises: LedgerPromise[]][] {
  const isOthers = ({ from }: LedgerPromise) => Number(from !== null);
  const ordered = promises.toSorted((one, other) => isOthers(one) - isOthers(other));
  return [...Map.groupBy(ordered, relationOf)];
}
