import type { ProjectContent } from "#contract/projects.ts";

const DAY_MS = 86_400_000;

const daysOf = ({ tasks, dueDate }: Pick<ProjectContent, "tasks" | "dueDate">): string[] =>
  [...tasks.flatMap((task) => [task.startDate, task.dueDate]), dueDate].filter((day) => day !== null);

/** The first of all its days. */
export const firstDayOf = (content: Pick<ProjectContent, "tasks" | "dueDate">): string | null =>
  daysOf(content).sort()[0] ?? null;

/** Moves its days so that the first one is this; what would lie outside of the calendar has none. */
export function daysFrom(
  content: ProjectContent,
  startDay: string | undefined,
): (day: string | null) => string | null {
  const first = firstDayOf(content);
  if (startDay === undefined || first === null) return (day) => day;
  const by = Date.parse(startDay) - Date.parse(first);
  return (day) => {
    if (day === null) return null;
    const moved = Date.parse(day) + by;
    return moved > Date.parse("0001-01-01") && moved < Date.parse("9999-12-31")
      ? new Date(Math.round(moved / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
      : null;
  };
}
