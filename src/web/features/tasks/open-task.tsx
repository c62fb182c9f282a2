import { TaskDialog } from "./dialog/task-dialog.tsx";
import { useTask } from "./tasks-query.ts";

type OpenTaskProps = { taskId: string | undefined; onOpen: (taskId: string) => void; onClose: () => void };

/** The dialog of the task that an address names, over whatever page it is. */
export function OpenTask({ taskId, onOpen, onClose }: OpenTaskProps) {
  const task = useTask(taskId);
  return task && <TaskDialog key={task.id} task={task} onOpen={({ id }) => onOpen(id)} onClose={onClose} />;
}
