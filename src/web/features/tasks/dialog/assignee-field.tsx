import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Select } from "../../../ui/overlay/select.tsx";

/** Whose a task is to do, for its form; nothing where it lies in no shared project. */
export function useAssigneeField(task: Task) {
  const input = { taskId: task.id };
  const { data } = useQuery(api.projects.peopleOfTask.queryOptions({ input, staleTime: 0 }));
  const [chosen, setChosen] = useState<string | null>(task.assigneeId);
  const people = data?.people ?? [];
  const isGone = chosen !== null && !people.some(({ id }) => id === chosen);
  return {
    assigneeId: chosen,
    field: (people.length > 1 || (isGone && data !== undefined)) && (
      <Select
        isLine
        label={t("Assigned to")}
        value={chosen ?? ""}
        onChange={(event) => setChosen(event.currentTarget.value || null)}
      >
        <option value="">{t("Nobody")}</option>
        {isGone && <option value={chosen}>{t("Somebody without access")}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    ),
  };
}
