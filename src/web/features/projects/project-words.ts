import type { Project, ProjectColor, ProjectStatus } from "#contract/projects.ts";
import { t } from "../../lib/messages/t.ts";

export const STATUSES: Record<ProjectStatus, string> = {
  planned: t("Planned"),
  active: t("Active"),
  paused: t("Paused"),
  completed: t("Completed"),
  archived: t("Archived"),
};

export const COLORS: Record<ProjectColor, { words: string; value: string }> = {
  gray: { words: t("Gray"), value: "var(--faint)" },
  red: { words: t("Red"), value: "var(--data-8)" },
  orange: { words: t("Orange"), value: "var(--data-2)" },
  green: { words: t("Green"), value: "var(--data-4)" },
  teal: { words: t("Teal"), value: "var(--data-1)" },
  blue: { words: t("Blue"), value: "var(--data-7)" },
  purple: { words: t("Purple"), value: "var(--data-3)" },
  pink: { words: t("Pink"), value: "var(--data-6)" },
};

export const namesOf = <Key extends string>(all: Record<Key, unknown>): Key[] => Object.keys(all) as Key[];

/** One that is done or put away is late no more. */
export const isOverdue = ({ status, dueDate }: Pick<Project, "status" | "dueDate">, today: string): boolean =>
  dueDate !== null && dueDate < today && status !== "completed" && status !== "archived";
