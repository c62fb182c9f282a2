import type { Task } from "#contract/tasks.ts";
import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { rememberedUserId } from "../../platform/session.ts";

type ListInput = Parameters<typeof api.tasks.list.call>[0];
type Page = { tasks: Task[]; nextCursor: string | null };
/** A list that grows by pages, or one page alone. */
type Kept = Page | { pages: Page[]; pageParams: unknown[] };

/** Whether a task belongs to a list, as far as the task itself tells. */
function fits(task: Task, input: ListInput): boolean {
  const due = task.dueDate;
  const isUnderTask = input.parentId !== undefined && input.parentId !== "none";
  const isOfPlace =
    !task.isOthers || input.projectId !== undefined || input.assigned !== undefined || isUnderTask;
  const isToDo = isOfPlace || task.assigneeId === rememberedUserId();
  return (
    (isOfPlace || input.onDay !== undefined || input.myDay !== undefined) &&
    (input.assigned === undefined || task.assigneeId === rememberedUserId()) &&
    (input.noteId === undefined || input.noteId === task.noteId) &&
    (input.completed === undefined || String(input.completed) === String(task.completed)) &&
    (input.status === undefined || input.status === task.status) &&
    (input.tag === undefined || task.tags.includes(input.tag)) &&
    (input.dated === undefined || String(input.dated) === String(due !== null)) &&
    (input.dueFrom === undefined || (due !== null && due >= input.dueFrom)) &&
    (input.dueTo === undefined || (due !== null && due <= input.dueTo)) &&
    (input.plannedFrom === undefined || (task.plannedAt !== null && task.plannedAt >= input.plannedFrom)) &&
    (input.plannedTo === undefined || (task.plannedAt !== null && task.plannedAt < input.plannedTo)) &&
    (input.myDay === undefined || input.myDay === task.myDay) &&
    (input.parentId === undefined || input.parentId === (task.parentId ?? "none")) &&
    (input.startFrom === undefined || (task.startDate !== null && task.startDate >= input.startFrom)) &&
    (input.startTo === undefined || task.startDate === null || task.startDate <= input.startTo) &&
    (input.onDay === undefined ||
      task.myDay === input.onDay ||
      (isToDo && due !== null && due <= input.onDay))
  );
}

/** A task that is made in a project says so until the server's lists do. */
type Shown = Task & { projectId?: string };

/** Changes every list of tasks that this page knows; answers what puts them back. */
function mapLists(change: (pages: Task[][], input: ListInput) => Task[][]): () => void {
  const queryKey = api.tasks.list.key();
  // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  const before = queryClient.getQueriesData<Kept>({ queryKey });
  for (const [key, data] of before) {
    if (!data) continue;
    const input = ((key[1] as { input?: ListInput } | undefined)?.input ?? {}) as ListInput;
    const pages = "pages" in data ? data.pages : [data];
    const changed = change(
      pages.map(({ tasks }) => tasks),
      input,
    );
    const mapped = pages.map((page, index) => ({ ...page, tasks: changed[index] ?? [] }));
    const next = "pages" in data ? { ...data, pages: mapped } : mapped[0];
    queryClient.setQueryData(key, next);
  }
  // What is made or ticked without the server is there after a reload as well.
  persistQueries(queryKey);
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    persistQueries(queryKey);
  };
}

/**
 * Shows a task as it now is, in every list it belongs to: a new one at the end of what is loaded, the latest done first. A ticked one stays
 * where it is until the server's answer.
 */
export function showTask(task: Shown): () => void {
  const queryKey = api.tasks.get.queryKey({ input: { taskId: task.id } });
  const opened = queryClient.getQueryData(queryKey);
  if (opened) queryClient.setQueryData(queryKey, task);
  const inProjects = projectsOf(task);
  const takeBack = mapLists((pages, input) => {
    if (pages.flat().some(({ id }) => id === task.id))
      return pages.map((tasks) => withChanged(tasks, task, input));
    if (!fits(task, input) || (input.projectId && !inProjects.has(input.projectId))) return pages;
    const isLatestFirst = input.sort === "completed";
    const at = isLatestFirst ? 0 : pages.length - 1;
    return pages.map((tasks, index) =>
      index !== at ? tasks : isLatestFirst ? [task, ...tasks] : [...tasks, task],
    );
  });
  return () => {
    takeBack();
    if (opened) queryClient.setQueryData(queryKey, opened);
  };
}

/** Those in whose lists it is known to be: one that is done goes to another list of the same project. */
function projectsOf({ id: taskId, projectId }: Shown): ReadonlySet<string> {
  const projects = new Set(projectId ? [projectId] : []);
  for (const [key, data] of queryClient.getQueriesData<Kept>({ queryKey: api.tasks.list.key() })) {
    const { projectId: of } = (key[1] as { input?: ListInput } | undefined)?.input ?? {};
    const pages = !data ? [] : "pages" in data ? data.pages : [data];
    if (of && pages.some(({ tasks }) => tasks.some(({ id }) => id === taskId))) projects.add(of);
  }
  return projects;
}

const withChanged = (tasks: Task[], task: Task, input: ListInput): Task[] =>
  tasks.flatMap((listed) => {
    if (listed.id !== task.id) return [listed];
    // Ticked and unticked before any answer, it is where it was, or where it belongs again.
    return fits(task, input) || fits({ ...task, completed: listed.completed }, input) ? [task] : [];
  });

/** Shows a task at its new place in the lists that are ordered by hand. */
export const showMoved = (task: Task): (() => void) =>
  mapLists((pages, input) => {
    const all = pages.flat();
    if (!all.some(({ id }) => id === task.id)) return pages;
    const changed = all.map((listed) => (listed.id === task.id ? task : listed));
    const ordered = input.sort === "position" ? changed.toSorted(byPosition) : changed;
    let from = 0;
    return pages.map(({ length }) => ordered.slice(from, (from += length)));
  });

export const byPosition = (one: Task, other: Task): number =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

export const leaveOut = (ids: ReadonlySet<string>): (() => void) =>
  mapLists((pages) => pages.map((tasks) => tasks.filter(({ id }) => !ids.has(id))));

/** Every task of the lists that this page knows, by its id. */
export function knownTasks(): Map<string, Task> {
  const known = new Map<string, Task>();
  for (const [, data] of queryClient.getQueriesData<Kept>({ queryKey: api.tasks.list.key() })) {
    const pages = !data ? [] : "pages" in data ? data.pages : [data];
    for (const task of pages.flatMap(({ tasks }) => tasks)) known.set(task.id, task);
  }
  return known;
}

export const knownTask = (taskId: string): Task | undefined => knownTasks().get(taskId);

/** The place after all others, as the server gives it to a new task. */
export function lastPosition(): number {
  let last = Date.now() / 1000;
  for (const { position } of knownTasks().values()) last = Math.max(last, position + 1);
  return last;
}
