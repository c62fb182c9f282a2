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
  undoable(wordsOf(placed, to), () => put(placed, from), { name: placed.title });
}

function wordsOf({ kind }: Placed, to: string | null): string {
  if (kind === "task")
    return to === null ? t("Task taken out of its project") : t("Task put into the project");
  return to === null ? t("Event taken out of its project") : t("Event put into the project");
}

async function put({ kind, id }: Placed, projectId: string | null): Promise<void> {
  const isIn = projectId !== null;
  try {
    if (kind === "task") {
      const input = { taskIds: [id] };
      await (isIn
        ? send(["projects", "addTasks"], { projectId, ...input }, () =>
            api.projects.addTasks.call({ projectId, ...input }),
          )
        : send(["projects", "removeTasks"], input, () => api.projects.removeTasks.call(input)));
    } else {
      const input = { eventIds: [id] };
      await (isIn
        ? send(["projects", "addEvents"], { projectId, ...input }, () =>
            api.projects.addEvents.call({ projectId, ...input }),
          )
        : send(["projects", "removeEvents"], input, () => api.projects.removeEvents.call(input)));
    }
  } finally {
    invalidate(api.projects.key());
    invalidate(kind === "task" ? api.tasks.key() : api.events.key());
  }
}
