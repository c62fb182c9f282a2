import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";

const FIELD_WORDS: Record<string, string> = {
  calendarId: t("the calendar"),
  title: t("the title"),
  date: t("the day"),
  time: t("the time"),
  endDate: t("the last day"),
  endTime: t("the end"),
  timeZone: t("the time zone"),
  location: t("the location"),
  description: t("the description"),
  tags: t("the tags"),
  repeat: t("the repetition"),
  noteId: t("the note"),
  attendees: t("the guests"),
};

/** Two changed the same: the later one stands, and hears of it. */
export function overwrittenWords(fields: readonly string[]): string | null {
  const named = fields.flatMap((field) => FIELD_WORDS[field] ?? []);
  if (named.length === 0) return null;
  return t("Updated. Someone else had also changed {fields}; your version is kept.", {
    fields: new Intl.ListFormat(language).format(named),
  });
}
