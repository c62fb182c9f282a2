import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ProjectPerson } from "#contract/projects.ts";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { lineClass } from "../../../ui/field.tsx";
import { Select } from "../../../ui/overlay/select.tsx";

const NOBODY: ProjectPerson[] = [];

/** Whose a task is to do, for its form; nothing where it lies in no shared project. */
export function useAssigneeField(task: Task) {
  const input = { taskId: task.id };
  const { data } = useQuery(api.projects.peopleOfTask.queryOptions({ input, staleTime: 0 }));
  const [chosen, setChosen] = useState<string | null>(task.assigneeId);
  const projectId = data?.projectId ?? "";
  const project = useQuery({
    ...api.projects.get.queryOptions({ input: { projectId } }),
    enabled: task.isOthers === true && projectId !== "",
  });
  const people = data?.people ?? NOBODY;
  const isGone = chosen !== null && !people.some(({ id }) => id === chosen);
  return {
    people,
    assigneeId: chosen,
    // In what project it lies, of a task that is somebody else's.
    place: task.isOthers && project.data && (
      <div className={lineClass}>
        <span className="text-sm font-medium">{t("Project")}</span>
        <Link
          to="/app/projects/$projectId"
          params={{ projectId: project.data.id }}
          className="min-w-0 truncate rounded-md py-1 text-sm underline"
        >
          <bdi>{project.data.title}</bdi>
        </Link>
      </div>
    ),
    field: (people.length > 1 || (isGone && data !== undefined)) && (
      <Select
        isLine
        label={t("Assigned to")}
        value={chosen ?? ""}
        onChange={(event) => setChosen(event.currentTarget.value || null)}
      >
        <option value="">{t("Nobody")}</option>
        {isGone && <option value={chosen}>{t("Someone without access")}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    ),
  };
}
