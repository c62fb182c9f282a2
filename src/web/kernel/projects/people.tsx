import { useQuery } from "@tanstack/react-query";
import { createContext, use, type ReactNode } from "react";
import type { Project, ProjectPerson } from "#contract/projects.ts";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";

type Place = { people: readonly ProjectPerson[]; isReader: boolean };

/** Outside of a project nobody is known, and everything is one's own. */
const ProjectPlace = createContext<Place>({ people: [], isReader: false });

/** Whether a project of somebody else can be read only. */
export const isForReading = ({ sharedBy }: Project): boolean =>
  sharedBy !== null && sharedBy.role !== "editor";

type InProjectProps = {
  project: Project | undefined;
  /** Known before the project is. */
  isReader?: boolean;
  children: ReactNode;
};

/** Around what shows tasks of one project: who sees it, and whether this person may change it. Without one, as around it. */
export function InProject({ project, isReader = false, children }: InProjectProps) {
  const around = use(ProjectPlace);
  const isShared = project?.isShared === true;
  const input = { projectId: project?.id ?? "" };
  const { data } = useQuery(api.projects.people.queryOptions({ input, enabled: isShared }));
  const people = isShared ? (data?.people ?? []) : [];
  const place = project
    ? { people, isReader: isForReading(project) }
    : { ...around, isReader: isReader || around.isReader };
  return <ProjectPlace value={place}>{children}</ProjectPlace>;
}

/** Those whose a task of the project on the page can be to do; none where it isn't shared. */
export const useProjectPeople = (): readonly ProjectPerson[] => use(ProjectPlace).people;

/** Whether the tasks on the page, or this one, can be looked at and not changed. */
export const useIsReader = (task?: Pick<Task, "isForReading">): boolean =>
  [use(ProjectPlace).isReader, task?.isForReading].includes(true);

const firstLetter = (name: string) => [...name.trim()][0] ?? "?";

/** The first letter of a name, in a circle. */
export const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent uppercase"
  >
    {firstLetter(name)}
  </span>
);

/** Whose a task is to do. */
export function AssigneeMark({ task: { assigneeId } }: { task: Pick<Task, "assigneeId"> }) {
  const person = useProjectPeople().find(({ id }) => id === assigneeId);
  if (!person) return null;
  return (
    <span className="inline-flex shrink-0" title={t("Assigned to {name}", { name: person.name })}>
      <Initial name={person.name} />
      <span className="sr-only">{t("Assigned to {name}", { name: person.name })}</span>
    </span>
  );
}
