import type { Project } from "#contract/projects.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorCode, failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { send } from "../../platform/send.ts";
import { refreshProjects } from "./refresh-projects.ts";
import { hideProject, type ProjectFields, showProject } from "./show-project.ts";

/** Says in a toast why it didn't work; null then. */
async function attempt<Result>(run: () => Promise<Result>, words: string): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    toast.error(failureWords(error, words));
    return null;
  } finally {
    refreshProjects();
  }
}

type Change = Partial<ProjectFields> & { noteId?: string };

/**
 * Shows a change and sends it, or keeps it on the device until the server can be reached; takes it back when that refuses it.
 * @param onlyIf What the project must still say
 */
async function put(before: Project, change: Change, onlyIf?: Change) {
  const takeBack = showProject({ ...before, ...change });
  const input = { projectId: before.id, ...change, ...(onlyIf && { onlyIf }) };
  try {
    return await send(["projects", "update"], input, () => api.projects.update.call(input));
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    refreshProjects();
  }
}

const putAloud = (before: Project, change: Change) =>
  attempt(() => put(before, change), t("Failed to update project"));

export async function updateProject(before: Project, change: Partial<ProjectFields>): Promise<boolean> {
  if (!(await putAloud(before, change))) return false;
  const names = Object.keys(change) as (keyof ProjectFields)[];
  const back = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<ProjectFields>;
  const putBack = async () => void (await put({ ...before, ...change }, back, change));
  undoable(t("Project updated successfully"), putBack, { name: before.title });
  return true;
}

/** Its page may be named once it is there. */
export const setPage = (project: Project, noteId: string) => putAloud(project, { noteId });

export async function removeProject({ id, title }: Project): Promise<boolean> {
  const removed = await attempt(
    () => api.projects.remove.call({ projectId: id }),
    t("Failed to delete project"),
  );
  if (!removed) return false;
  undoable(t("Project deleted successfully"), () => makeAgain(removed), {
    name: title,
    redo: () => drop(id),
  });
  return true;
}

/** Without a word and a way back. */
export async function drop(projectId: string): Promise<void> {
  const takeBack = hideProject(projectId);
  try {
    await send(["projects", "remove"], { projectId }, () => api.projects.remove.call({ projectId }));
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    refreshProjects();
  }
}

/**
 * The same project with what was put into it; a folder or page that is gone by now is left out, and so is what is in another project
 * by now.
 */
export async function makeAgain(
  project: Project & Record<"taskIds" | "eventIds" | "fileIds", string[]>,
): Promise<void> {
  const { id, title, description, status, color, dueDate, folderId, noteId, isShared } = project;
  const { taskIds, eventIds, fileIds } = project;
  const given = { id, title, description, status, color, dueDate, folderId, noteId };
  const create = (input: typeof given) => api.projects.create.call(input);
  const made = await create(given).catch(() => create({ ...given, folderId: null, noteId: null }));
  // Whoever sees its folder saw it, and sees it again.
  if (isShared && made.folderId !== null) await api.projects.update.call({ projectId: id, isShared });
  const into = { projectId: id, onlyIf: { projectId: null } };
  for (let at = 0; at < taskIds.length; at += 500)
    await unlessGone(api.projects.addTasks.call({ ...into, taskIds: taskIds.slice(at, at + 500) }));
  for (let at = 0; at < eventIds.length; at += 500)
    await unlessGone(api.projects.addEvents.call({ ...into, eventIds: eventIds.slice(at, at + 500) }));
  for (let at = 0; at < fileIds.length; at += 500)
    await unlessGone(api.projects.addFiles.call({ ...into, fileIds: fileIds.slice(at, at + 500) }));
  refreshProjects();
}

/** Of tasks, events or files that were all erased meanwhile, or put into other projects, there is nothing to put back. */
async function unlessGone(put: Promise<unknown>): Promise<void> {
  await put.catch((error: unknown) => {
    if (!["NOT_FOUND", "CONFLICT"].includes(errorCode(error) ?? "")) throw error;
  });
}
