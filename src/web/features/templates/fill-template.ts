import { t } from "../../lib/messages/t.ts";

/** The day as file names and other programs write it, in the reader's own time zone: 2026-11-21. */
export function isoDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long" });
const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** Puts day, time and title in the places a template has for them. A word it does not know stays as it stands. */
export function fillTemplate(text: string, title: string, now = new Date()): string {
  const words: Record<string, string> = {
    date: isoDay(now),
    time: time.format(now),
    weekday: weekday.format(now),
    title: title || t("Untitled"),
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => words[name.toLowerCase()] ?? whole);
}
