import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Puts tasks into a project, out of another if they are in one; null: into none. Also without the server. Says in a toast why it didn't work. */
export async function putIntoProject(taskIds: string[], projectId: string | null): Promise<boolean> {
  try {
    await put(taskIds, projectId);
    return true;
  } catch (error) {
    toast.error(failureWords(error, t("Failed to update project")));
    return false;
  } finally {
    invalidate(api.projects.key());
    invalidate(api.tasks.key());
  }
}

function put(taskIds: string[], projectId: string | null) {
  if (projectId === null) {
    const input = { taskIds };
    return send(["projects", "removeTasks"], input, () => api.projects.removeTasks.call(input));
  }
  const input = { projectId, taskIds };
  return send(["projects", "addTasks"], input, () => api.projects.addTasks.call(input));
}
