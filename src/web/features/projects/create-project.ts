import type { Project } from "#contract/projects.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { newId } from "../../platform/ids.ts";
import { failureWords, isUnreachable } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { drop, makeAgain } from "./project-mutations.ts";
import { refreshProjects } from "./refresh-projects.ts";
import { blankProject, type ProjectFields, showProject } from "./show-project.ts";

/** Why a project couldn't be made. */
const notMade = (error: unknown): string =>
  isUnreachable(error)
    ? t("Failed to create project. Check your connection.")
    : failureWords(error, t("Failed to create project"));

/** Online or not: kept on the device, it is made once the server can be reached. Null when it couldn't be made, which a toast tells. */
export async function createProject(fields: ProjectFields): Promise<Project | null> {
  // The id comes first: by it, what follows waits for the creation (platform/send.ts).
  const input = { id: newId(), ...fields };
  const takeBack = showProject(blankProject(input.id, fields));
  try {
    const sent = await send(["projects", "create"], input, () => api.projects.create.call(input));
    const made = sent.how === "sent" ? sent.answer : blankProject(input.id, fields);
    undoable(t("Project created successfully"), () => drop(made.id), {
      name: made.title,
      redo: () => makeAgain({ ...made, taskIds: [], eventIds: [], fileIds: [] }),
    });
    return made;
  } catch (error) {
    takeBack();
    toast.error(notMade(error));
    return null;
  } finally {
    refreshProjects();
  }
}

type Source = { templateId?: string; projectId?: string; title: string; startDay?: string };

/** Null when it couldn't be made, which a toast tells. */
export async function makeFrom(source: Source): Promise<Project | null> {
  try {
    const made = await api.projects.useTemplate.call(source);
    await queryClient.invalidateQueries();
    undoable(t("Project created successfully"), () => takeBack(made), { name: made.title });
    return made;
  } catch (error) {
    toast.error(notMade(error));
    return null;
  }
}

/** With all that was made for it, which goes into the trash; what somebody added since then stays. */
async function takeBack(made: Project): Promise<string> {
  const taskIds = await madeTasks(made);
  const { noteCount } = await api.projects.remove.call({ projectId: made.id });
  for (let at = 0; at < taskIds.length; at += 500)
    await api.tasks.removeMany.call({ taskIds: taskIds.slice(at, at + 500) });
  const hasOwnNotes = noteCount > made.noteCount;
  if (made.folderId && !hasOwnNotes)
    await api.folders.remove.call({ folderId: made.folderId, notes: "trash" });
  await queryClient.invalidateQueries();
  return hasOwnNotes
    ? t("Project taken back. Its folder stayed, because notes were added to it.")
    : t("Project taken back. Its notes and tasks are in the trash.");
}

/** All of it was made in one moment. Checkboxes go with their notes. */
async function madeTasks({ id: projectId, createdAt }: Project): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.tasks.list.call({ projectId, sort: "position", limit: 500, cursor });
    for (const task of page.tasks)
      if (task.createdAt === createdAt && task.noteId === null) ids.push(task.id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return ids;
}
