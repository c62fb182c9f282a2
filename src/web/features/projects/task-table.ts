import type { TableState, TaskTableImport, TaskTableLook } from "#contract/imports.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** As the server has it. */
export const MOST_BYTES = 10 * 1024 * 1024;

export type TableChoices = { states: TableState[] | null; withAway: boolean; isDayFirst: boolean | null };

/** What the server says of a table that it doesn't take. */
class TableRefused extends Error {
  /** It would say the same again. */
  readonly isFinal: boolean;
  constructor(message: string, status: number) {
    super(message);
    this.isFinal = status === 413 || status === 422;
  }
}

/** Why it isn't taken; these words where nothing answered. */
export const refusalWords = (error: unknown, words: string): string =>
  error instanceof TableRefused ? error.message : words;

/** Whether it may be taken another time. */
export const mayBeTaken = (error: unknown): boolean => !(error instanceof TableRefused && error.isFinal);

/** @throws TableRefused with the server's words */
async function send(path: string, file: File, query: Record<string, string>, signal?: AbortSignal) {
  const response = await fetch(`/api/projects/tables${path}?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: file,
    ...(signal && { signal }),
  });
  const answer = (await response.json().catch(() => ({}))) as { message?: string };
  if (!response.ok) throw new TableRefused(answer.message ?? t("The server didn't answer."), response.status);
  return answer;
}

const queryOf = (file: File, { states, withAway, isDayFirst }: TableChoices) => ({
  name: file.name.slice(0, 200) || "table.csv",
  withAway: String(withAway),
  ...(isDayFirst !== null && { dayOrder: isDayFirst ? "day-first" : "month-first" }),
  ...(states && states.length > 0 && { states: states.join(",") }),
});

export const lookAtTable = (
  file: File,
  choices: TableChoices,
  projectId: string | undefined,
  signal: AbortSignal,
) =>
  send(
    "/look",
    file,
    { ...queryOf(file, choices), ...(projectId && { projectId }) },
    signal,
  ) as Promise<TaskTableLook>;

export const importTable = (
  file: File,
  choices: TableChoices,
  into: { projectId: string } | { title: string },
) => send("", file, { ...queryOf(file, choices), ...into }) as Promise<TaskTableImport>;

export const SOURCES: Record<TaskTableLook["source"], string> = {
  linear: t("Linear issues"),
  trello: t("Trello board"),
  csv: t("CSV table"),
};

export const TABLE_STATE_WORDS: Record<TableState, string> = {
  todo: t("To do"),
  doing: t("In progress"),
  done: t("Done"),
  skip: t("Leave out"),
};

export function leftOutWords({ why, count }: TaskTableLook["leftOut"][number]): string {
  switch (why) {
    case "present":
      return plural(count, {
        one: "{count} is here already from an earlier import, and stays as it is",
        other: "{count} are here already from an earlier import, and stay as they are",
      });
    case "away":
      return plural(count, {
        one: "{count} is archived or canceled",
        other: "{count} are archived or canceled",
      });
    case "state":
      return plural(count, { one: "{count} by its state", other: "{count} by their state" });
    case "untitled":
      return plural(count, { one: "{count} row has no title", other: "{count} rows have no title" });
    case "repeated":
      return plural(count, {
        one: "{count} row has the ID of one above it",
        other: "{count} rows have the ID of one above them",
      });
  }
}

export function changedWords({ what, count }: TaskTableLook["changed"][number]): string {
  switch (what) {
    case "parent":
      return plural(count, {
        one: "{count} sub-task comes on its own: its parent doesn't come along",
        other: "{count} sub-tasks come on their own: their parents don't come along",
      });
    case "deep":
      return plural(count, {
        one: "{count} task is too deep and moves up",
        other: "{count} tasks are too deep and move up",
      });
    case "date":
      return plural(count, {
        one: "{count} date isn't understood; it goes into the description",
        other: "{count} dates aren't understood; they go into the description",
      });
    case "checklist":
      return plural(count, {
        one: "{count} card has a checklist, which Trello leaves out of its CSV files",
        other: "{count} cards have checklists, which Trello leaves out of its CSV files",
      });
    case "cut":
      return plural(count, { one: "{count} long text is cut", other: "{count} long texts are cut" });
  }
}

/** Who isn't known of those that the table names, and what becomes of the names. */
export function strangerWords({ count, names }: TaskTableLook["strangers"]): string {
  const who = names.slice(0, 5).join(", ");
  return plural(
    count,
    {
      one: "{count} person isn't known here ({who}); the name goes into the description",
      other: "{count} people aren't known here ({who}); the names go into the descriptions",
    },
    { who },
  );
}
