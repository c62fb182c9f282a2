import { t } from "../lib/messages/t.ts";

/** What is said of a difference; apart from what draws it, which brings the editor's code along. */
export const CHANGE_WORDS = {
  inserted: t("Added"),
  deleted: t("Deleted"),
  changed: t("Changed"),
} as const;
