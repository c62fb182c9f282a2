import type { Project } from "#contract/projects.ts";
import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";

/** What is written of a project in its form. */
export type ProjectFields = Pick<Project, "title" | "description" | "status" | "color" | "dueDate">;

type ListInput = NonNullable<Parameters<typeof api.projects.list.call>[0]>;
type Listed = { projects: Project[] };

/** A project as it is before the server has answered: its folder is made there. */
export function blankProject(id: string, fields: ProjectFields): Project {
  const now = new Date().toISOString();
  return {
    ...fields,
    id,
    folderId: null,
    noteId: null,
    isShared: false,
    sharedBy: null,
    taskCount: 0,
    doneCount: 0,
    overdueCount: 0,
    noteCount: 0,
    completedAt: fields.status === "completed" ? now : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Shows a project as it now is in what this page knows of projects, also after a reload; answers what takes it back. */
export const showProject = (project: Project): (() => void) =>
  mapProjects(project.id, (projects) =>
    projects.some(({ id }) => id === project.id)
      ? projects.map((one) => (one.id === project.id ? project : one))
      : [...projects, project],
  )(project);

/** Takes it out of the lists. */
export const hideProject = (projectId: string): (() => void) =>
  mapProjects(projectId, (projects) => projects.filter(({ id }) => id !== projectId))(null);

const mapProjects =
  (projectId: string, change: (projects: Project[]) => Project[]) =>
  (opened: Project | null): (() => void) => {
    const queryKey = api.projects.key();
    // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
    void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
    const before = queryClient.getQueriesData<Listed>({ queryKey: api.projects.list.key() });
    for (const [key, data] of before) {
      const { status, q } = ((key[1] as { input?: ListInput } | undefined)?.input ?? {}) as ListInput;
      // Which others a project is in, only the server knows.
      if (data?.projects && !status && !q)
        queryClient.setQueryData<Listed>(key, { projects: change(data.projects) });
    }
    const own = api.projects.get.queryKey({ input: { projectId } });
    const known = queryClient.getQueryData(own);
    if (opened) queryClient.setQueryData(own, { eventCount: 0, fileCount: 0, ...known, ...opened });
    persistQueries(queryKey);
    return () => {
      for (const [key, data] of before) queryClient.setQueryData(key, data);
      if (known) queryClient.setQueryData(own, known);
      else queryClient.removeQueries({ queryKey: own });
      persistQueries(queryKey);
    };
  };

/** True while a project exists on this device only. */
export const isProjectWaiting = (projectId: string): boolean =>
  currentDevice()
    ?.outbox.calls()
    .some(
      ({ path, input }) =>
        path.join(".") === "projects.create" && (input as { id?: string }).id === projectId,
    ) ?? false;
