import type { CalendarImport } from "#contract/calendars.ts";
import { chooseFiles } from "../../../lib/choose-files.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { toast } from "../../../ui/toast-store.ts";
import { refreshEvents } from "./refresh-events.ts";

/** As the server has it. */
const MOST_BYTES = 10 * 1024 * 1024;

/** The browser saves what the server streams. */
export function exportCalendar(calendarId: string): void {
  const link = document.createElement("a");
  link.href = `/api/calendars/${calendarId}/ics`;
  link.download = "";
  link.click();
}

/** Asks for a file and reads its events into a calendar. */
export async function chooseIcsFile(calendarId: string): Promise<void> {
  const [file] = await chooseFiles(".ics,text/calendar");
  if (file) await importIcsFile(calendarId, file);
}

async function importIcsFile(calendarId: string, file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    toast.error(t("This file is larger than 10 MB. Import it in parts."));
    return;
  }
  toast.info(t("Importing {name}...", { name: file.name }), { duration: 60_000 });
  const again = () => void importIcsFile(calendarId, file);
  try {
    const response = await fetch(`/api/calendars/import?calendarId=${calendarId}`, {
      method: "POST",
      headers: { "content-type": "text/calendar" },
      body: file,
    });
    const answer = (await response.json()) as CalendarImport & { message?: string };
    if (!response.ok) toast.error(answer.message ?? t("This file couldn't be imported."));
    else toast.success(importWords(answer), { duration: 10_000 });
  } catch {
    toast.failed(t("The file couldn't be sent. Check your connection."), again);
  }
  refreshEvents();
}

function importWords(answer: CalendarImport): string {
  const { created, updated, answers, tasks, skippedCount, skipped } = answer;
  const told = [
    answers > 0
      ? plural(answers, { one: "{count} answer of a guest", other: "{count} answers of guests" })
      : plural(created, { one: "{count} event added", other: "{count} events added" }),
    ...(updated > 0 ? [plural(updated, { one: "{count} updated", other: "{count} updated" })] : []),
    ...(tasks > 0 ? [plural(tasks, { one: "{count} task", other: "{count} tasks" })] : []),
    ...(skippedCount > 0 ? [plural(skippedCount, { one: "{count} skipped", other: "{count} skipped" })] : []),
  ].join(", ");
  const [first] = skipped;
  return first
    ? t("{told}. First skipped: {why}", { told, why: `${first.title || "?"}: ${first.why}` })
    : told;
}
