import { useQuery } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import type { Task } from "#contract/tasks.ts";
import { InProject, useIsReader, useProjectPeople } from "../../kernel/projects/people.tsx";
import { api } from "../../platform/api.ts";
import { TaskDialog } from "./dialog/task-dialog.tsx";
import { useTask } from "./tasks-query.ts";

type OpenTaskProps = { taskId: string | undefined; onOpen: (taskId: string) => void; onClose: () => void };

/** The dialog of the task that an address names, over whatever page it is. */
export function OpenTask({ taskId, onOpen, onClose }: OpenTaskProps) {
  const task = useTask(taskId);
  const { project, isLoading } = useProjectOfOthers(task);
  // The page of a project has said already what may be done there.
  const isKnown = [useIsReader(), useProjectPeople().length > 0].includes(true);
  if (!task || (isLoading && !isKnown)) return null;
  return (
    <InProject project={project}>
      <TaskDialog key={task.id} task={task} onOpen={({ id }) => onOpen(id)} onClose={onClose} />
    </InProject>
  );
}

/** In which project a task of somebody else lies. */
function useProjectOfOthers(task: Task | undefined): { project: Project | undefined; isLoading: boolean } {
  const input = { taskId: task?.id ?? "" };
  const isOthers = task?.isOthers === true;
  const place = useQuery(api.projects.peopleOfTask.queryOptions({ input, enabled: isOthers, retry: false }));
  const projectId = (isOthers && place.data?.projectId) || "";
  const project = useQuery(
    api.projects.get.queryOptions({ input: { projectId }, enabled: projectId !== "", retry: false }),
  );
  return { project: project.data, isLoading: place.isLoading || project.isLoading };
}
