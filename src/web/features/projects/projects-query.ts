import type { Project } from "#contract/projects.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { isoDay, shortDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { isOverdue } from "./project-words.ts";

/** When it is due, in words, and whether that is past. */
export function useDue(project: Project): { words: string; isLate: boolean } | null {
  const now = useAccountNow();
  if (project.dueDate === null) return null;
  const [year = 0, month = 1, day = 1] = project.dueDate.split("-").map(Number);
  const words = shortDay(new Date(year, month - 1, day));
  const isLate = isOverdue(project, isoDay(now));
  return { words: isLate ? t("Overdue: {words}", { words }) : t("Due {day}", { day: words }), isLate };
}
