import { refreshTasks } from "../../kernel/tasks/refresh-tasks.ts";
import { api, invalidate } from "../../platform/api.ts";

export function refreshProjects(): void {
  invalidate(api.projects.key());
}

/** With tasks and events, which are in them. */
export function refreshWithTasks(): void {
  refreshProjects();
  refreshTasks();
  invalidate(api.events.key());
}
