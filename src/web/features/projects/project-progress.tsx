import type { Project } from "#contract/projects.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { COLORS } from "./project-words.ts";

/** How much of its tasks is done. */
export function ProjectProgress({ project: { taskCount, doneCount, color } }: { project: Project }) {
  if (taskCount === 0) return <p className="text-sm text-faint">{t("No tasks yet")}</p>;
  const words = plural(
    taskCount,
    { one: "{done} of {count} task done", other: "{done} of {count} tasks done" },
    { done: doneCount },
  );
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t("Progress")}
        aria-valuemin={0}
        aria-valuemax={taskCount}
        aria-valuenow={doneCount}
        aria-valuetext={words}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full"
          style={{ inlineSize: `${(100 * doneCount) / taskCount}%`, backgroundColor: COLORS[color].value }}
        />
      </div>
      <span className="text-sm text-muted tabular-nums">{words}</span>
    </div>
  );
}

export const ProjectDot = ({ color }: Pick<Project, "color">) => (
  <span
    className="size-2.5 shrink-0 rounded-full"
    style={{ backgroundColor: COLORS[color].value }}
    aria-hidden="true"
  />
);
