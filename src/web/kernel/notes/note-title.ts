import { t } from "../../lib/messages/t.ts";

/** What a note without a title is called. */
export const titleOf = (note: { title: string }): string => note.title.trim() || t("Untitled");
