import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { refreshTasks } from "../../kernel/tasks/refresh-tasks.ts";
import { api, invalidate } from "../../platform/api.ts";

/** Not while a change of them waits on the device: the server knows nothing of it yet. */
export const { refresh: refreshProjects } = refreshWhenSettled(["projects"], () => {
  invalidate(api.projects.key());
});

/** With tasks, events and files, which are in them. */
export function refreshWithTasks(): void {
  refreshProjects();
  refreshTasks();
  invalidate(api.events.key());
  invalidate(api.files.key());
}
