import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { Project } from "#contract/projects.ts";
import type { Task } from "#contract/tasks.ts";
import { InProject } from "../../kernel/projects/people.tsx";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { TaskDialog } from "./dialog/task-dialog.tsx";
import { useTask } from "./tasks-query.ts";

type OpenTaskProps = { taskId: string | undefined; onOpen: (taskId: string) => void; onClose: () => void };

/** The dialog of the task that an address names, over whatever page it is. */
export function OpenTask({ taskId, onOpen, onClose }: OpenTaskProps) {
  const { task, isGone } = useTask(taskId);
  const close = useEffectEvent(onClose);
  const isNowhere = isGone && !task;
  useEffect(() => {
    if (!isNowhere) return;
    toast.info(t("This task was deleted, or is no longer shared with you."));
    close();
  }, [isNowhere]);
  const project = useProjectOfOthers(task);
  if (!task) return null;
  return (
    <InProject project={project} isReader={task.isForReading === true}>
      <TaskDialog
        key={task.id}
        task={task}
        isGone={isGone}
        onOpen={({ id }) => onOpen(id)}
        onClose={onClose}
      />
    </InProject>
  );
}

/** In which project a task of somebody else lies. */
function useProjectOfOthers(task: Task | undefined): Project | undefined {
  const input = { taskId: task?.id ?? "" };
  const isOthers = task?.isOthers === true;
  const place = useQuery(api.projects.peopleOfTask.queryOptions({ input, enabled: isOthers, retry: false }));
  const projectId = (isOthers && place.data?.projectId) || "";
  return useQuery(
    api.projects.get.queryOptions({ input: { projectId }, enabled: projectId !== "", retry: false }),
  ).data;
}
