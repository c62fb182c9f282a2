import type { Upkeep } from "#contract/analytics.ts";
import { t } from "../../../lib/messages/t.ts";

export type UpkeepList = { which: Upkeep; name: string; about: string };

export const UPKEEP_LISTS: readonly UpkeepList[] = [
  { which: "rewritten", name: t("Rewritten most"), about: t("Where you removed most words in this period") },
  { which: "stale", name: t("Not changed for half a year"), about: t("The oldest first") },
  { which: "orphans", name: t("Without links"), about: t("No note links to them, and they link to none") },
  {
    which: "lost-links",
    name: t("With broken links"),
    about: t("They link to notes that don't exist or are in the trash"),
  },
];
