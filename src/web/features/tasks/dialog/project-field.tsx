import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Task } from "#contract/tasks.ts";
import { moveIntoProject } from "../../../kernel/projects/put-into-project.ts";
import { ProjectSelect } from "../../../kernel/projects/project-select.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";

/** Which project a task is put into, for the form of the task: what to draw, and what to do when it is saved. */
export function useProjectField(task: Task) {
  const isOwn = task.parentId === null && !task.isOthers;
  const input = { taskId: task.id };
  const put = useQuery(api.projects.ofTask.queryOptions({ input, enabled: isOwn, staleTime: 0 }));
  const [chosen, setChosen] = useState<string | null>();
  const before = put.data?.projectId;
  const value = chosen === undefined ? before : chosen;
  return {
    // A sub-task is where its task is.
    field: before !== undefined && (
      <ProjectSelect isLine value={value ?? null} noneWords={t("None")} onChange={setChosen} />
    ),
    save: () => {
      if (before === undefined || value === undefined || value === before) return;
      void moveIntoProject({ ...task, kind: "task" }, { from: before, to: value });
    },
  };
}
