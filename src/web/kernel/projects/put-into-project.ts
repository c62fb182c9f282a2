import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { settle, tellFailed } from "../failed-changes.ts";
import { undoable } from "../undo.ts";

type Placed = { kind: "task" | "event"; id: string; title: string };
/** Ids of projects; null is none. */
type Move = { from: string | null; to: string | null };

/** Puts a task or event into a project, out of another or out of all; also without the server. Says how it went, with a way back or to try again. */
export async function moveIntoProject(placed: Placed, { from, to }: Move): Promise<void> {
  try {
    await put(placed, to);
  } catch (error) {
    const words = failureWords(error, t("Failed to update project"));
    return tellFailed(placed.id, words, () => moveIntoProject(placed, { from, to }));
  }
  settle(placed.id);
  undoable(wordsOf(placed, to), () => put(placed, from, to), { name: placed.title });
}

function wordsOf({ kind }: Placed, to: string | null): string {
  if (kind === "task")
    return to === null ? t("Task taken out of its project") : t("Task put into the project");
  return to === null ? t("Event taken out of its project") : t("Event put into the project");
}

/** @param onlyFrom The project it must still be in, null for none; absent: wherever it is */
async function put({ kind, id }: Placed, projectId: string | null, onlyFrom?: string | null): Promise<void> {
  const into = projectId !== null && {
    projectId,
    ...(onlyFrom !== undefined && { onlyIf: { projectId: onlyFrom } }),
  };
  const out = onlyFrom ? { onlyIf: { projectId: onlyFrom } } : {};
  const { projects } = api;
  try {
    if (kind === "task") {
      const taskIds = [id];
      await (into
        ? send(["projects", "addTasks"], { ...into, taskIds }, () =>
            projects.addTasks.call({ ...into, taskIds }),
          )
        : send(["projects", "removeTasks"], { taskIds, ...out }, () =>
            projects.removeTasks.call({ taskIds, ...out }),
          ));
    } else {
      const eventIds = [id];
      await (into
        ? send(["projects", "addEvents"], { ...into, eventIds }, () =>
            projects.addEvents.call({ ...into, eventIds }),
          )
        : send(["projects", "removeEvents"], { eventIds, ...out }, () =>
            projects.removeEvents.call({ eventIds, ...out }),
          ));
    }
  } finally {
    invalidate(api.projects.key());
    invalidate(kind === "task" ? api.tasks.key() : api.events.key());
  }
}
