import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { FolderKanban, Plus, Search } from "lucide-react";
import type { Ref } from "react";
import type { Project, ProjectStatus } from "#contract/projects.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { useTyped } from "../../lib/use-debounced.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ProjectDot, ProjectProgress } from "./project-progress.tsx";
import { namesOf, STATUSES } from "./project-words.ts";
import { useDue } from "./projects-query.ts";

export type ProjectsSearch = { status?: string; q?: string };

type ProjectsScreenProps = {
  search: ProjectsSearch;
  onSearch: (next: ProjectsSearch) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** All projects, filtered by their exact status and by words of title or description. */
export function ProjectsScreen({ search, onSearch, heading }: ProjectsScreenProps) {
  const isOffline = useIsOffline();
  const q = folded(search.q?.trim() ?? "");
  const status = namesOf(STATUSES).find((known) => known === search.status);
  const list = useQuery(api.projects.list.queryOptions({ input: {}, staleTime: 0 }));
  const all = list.data?.projects ?? [];
  const shown = all.filter((project) => isWanted(project, status, q));
  return (
    <Screen
      frame="reading"
      title={t("Projects")}
      heading={heading}
      actions={
        <>
          <Button
            disabled={isOffline}
            className="max-sm:hidden pointer-coarse:h-11"
            onClick={() => openDialog({ kind: "import-tasks", project: null })}
          >
            {t("Import Tasks...")}
          </Button>
          <Button
            look="primary"
            className="pointer-coarse:h-11"
            onClick={() => openDialog({ kind: "project", project: null })}
          >
            <Plus size={14} aria-hidden="true" /> {t("New Project")}
          </Button>
        </>
      }
      filters={all.length > 0 && <Filters search={search} onSearch={onSearch} />}
    >
      {list.isPending ? (
        <SkeletonRows count={4} />
      ) : !list.data ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : shown.length === 0 ? (
        <NoProjects isFiltered={all.length > 0} />
      ) : (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {shown.map((project) => (
            <li key={project.id}>
              <ProjectCard project={project} />
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

const FILTERS_AFTER_MS = 200;

/** What is archived is shown only where it is asked for. */
const isWanted = (project: Project, status: ProjectStatus | undefined, q: string): boolean =>
  (status ? project.status === status : project.status !== "archived") &&
  (!q || folded(project.title).includes(q) || folded(project.description).includes(q));

function Filters({ search, onSearch }: Pick<ProjectsScreenProps, "search" | "onSearch">) {
  const [typed, setTyped] = useTyped(search.q ?? "", FILTERS_AFTER_MS, (q) => onSearch({ q }));
  return (
    <div className="flex flex-wrap gap-2">
      <label className="relative min-w-40 flex-1">
        <span className="sr-only">{t("Search projects")}</span>
        <Search size={14} className="absolute inset-y-0 start-3 my-auto text-faint" aria-hidden="true" />
        <input
          type="search"
          value={typed}
          placeholder={t("Search")}
          className={clsx(inputClass, "h-9 ps-9 pointer-coarse:h-11")}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <select
        aria-label={t("Status")}
        value={search.status ?? ""}
        className={clsx(inputClass, "h-9 w-44! pointer-coarse:h-11 [&>option]:bg-raised")}
        onChange={(event) => onSearch({ status: event.target.value })}
      >
        <option value="">{t("All but archived")}</option>
        {namesOf(STATUSES).map((status) => (
          <option key={status} value={status}>
            {STATUSES[status]}
          </option>
        ))}
      </select>
    </div>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const due = useDue(project);
  const { id, title, description, status, color, noteCount, sharedBy } = project;
  return (
    <article className="relative flex h-full flex-col gap-2 rounded-md border border-line p-4 hover:bg-hover">
      <h2 className="flex min-w-0 items-center gap-2 font-medium">
        <ProjectDot color={color} />
        <Link
          to="/app/projects/$projectId"
          params={{ projectId: id }}
          className="min-w-0 truncate rounded-md after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
      </h2>
      {description && (
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {description}
        </p>
      )}
      <div className="mt-auto flex flex-col gap-2">
        <ProjectProgress project={project} />
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{STATUSES[status]}</span>
          {sharedBy && <bdi>{t("Shared by {name}", { name: sharedBy.name })}</bdi>}
          <span>{plural(noteCount, { one: "{count} note", other: "{count} notes" })}</span>
          {due && <span className={clsx(due.isLate && "text-danger")}>{due.words}</span>}
        </p>
      </div>
    </article>
  );
}

export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-16 text-center text-sm text-muted">
      <p>
        {isUnreachable(error)
          ? t("Can't load projects while offline.")
          : t("Failed to load projects: {message}", {
              message: errorMessage(error, t("The server didn't answer.")),
            })}
      </p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

const NoProjects = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    icon={<FolderKanban size={20} />}
    title={isFiltered ? t("No matching projects") : t("No projects yet")}
  >
    {t("A project keeps a folder of notes, tasks and a page together, and shows how far it is.")}
  </EmptyState>
);
