import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { FileText, FolderOpen, Pencil, Trash2, Users } from "lucide-react";
import { useEffect, type ReactNode, type Ref } from "react";
import type { Project } from "#contract/projects.ts";
import { setPage } from "../../features/projects/project-mutations.ts";
import { PeopleLine } from "../../features/projects/people-line.tsx";
import { ProjectMenu } from "../../features/projects/project-menu.tsx";
import { ProjectDot, ProjectProgress } from "../../features/projects/project-progress.tsx";
import { STATUSES } from "../../features/projects/project-words.ts";
import { useDue } from "../../features/projects/projects-query.ts";
import { LoadFailed } from "../../features/projects/projects-screen.tsx";
import { OpenTask } from "../../features/tasks/open-task.tsx";
import { TaskPanel } from "../../features/tasks/task-panel.tsx";
import type { TasksSearch } from "../../features/tasks/tasks-query.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { isProjectWaiting } from "../../features/projects/show-project.ts";
import { InProject, isForReading } from "../../kernel/projects/people.tsx";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { ProjectNotes } from "./project-notes.tsx";
import { isoDay } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import "./project-accent.css";

const ProjectActivity = lazyPart(async () => (await import("./project-activity.tsx")).ProjectActivityPart);
const ProjectAgents = lazyPart(
  async () => (await import("../../features/agents/project-agents.tsx")).ProjectAgents,
);
const ProjectCalendar = lazyPart(async () => (await import("./project-calendar.tsx")).ProjectCalendar);
const ProjectTimeline = lazyPart(async () => (await import("./project-timeline.tsx")).ProjectTimeline);
const ProjectFiles = lazyPart(
  async () => (await import("../../features/files/project-files.tsx")).ProjectFiles,
);

const TABS = [
  { id: "overview", title: t("Overview") },
  { id: "tasks", title: t("Tasks") },
  { id: "board", title: t("Board") },
  { id: "timeline", title: t("Timeline") },
  { id: "calendar", title: t("Calendar") },
  { id: "done", title: t("Done") },
  { id: "notes", title: t("Notes") },
  { id: "files", title: t("Files") },
  { id: "agents", title: t("Agents") },
  { id: "activity", title: t("Activity") },
] as const;
type Tab = (typeof TABS)[number]["id"];

/** Agents are their owner's alone. */
const tabsOf = ({ sharedBy }: Project) => (sharedBy ? TABS.filter(({ id }) => id !== "agents") : TABS);

/** Of those that are wider than words. */
const FRAMES: Partial<Record<Tab, "full" | "filled">> = {
  board: "full",
  timeline: "filled",
  calendar: "filled",
};

export type ProjectSearch = TasksSearch & {
  tab?: string;
  /** The file whose details are open. */
  file?: string;
  /** The day that its calendar looks at. */
  on?: string;
};

type ProjectScreenProps = {
  projectId: string;
  search: ProjectSearch;
  onSearch: (next: ProjectSearch, isStep?: boolean) => void;
  heading: Ref<HTMLHeadingElement>;
};

const PANEL = "project-panel";

/** One project: what it is about and how far it is, its tasks as a list and a board, and its notes. */
export function ProjectScreen({ projectId, search, onSearch, heading }: ProjectScreenProps) {
  const {
    data: project,
    error,
    isPending,
    refetch,
  } = useQuery(api.projects.get.queryOptions({ input: { projectId }, staleTime: 0 }));
  const tabs = project ? tabsOf(project) : TABS;
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? "overview";
  useTabInSight(tab, project !== undefined);
  // One that was made without the server is not there before it has been sent.
  const isGone = errorCode(error) === "NOT_FOUND" && !isProjectWaiting(projectId);
  return (
    <Accent of={project}>
      <Screen
        frame={FRAMES[tab] ?? "reading"}
        title={
          project ? (
            <span className="flex min-w-0 items-center gap-2">
              <ProjectDot color={project.color} />
              <bdi className="min-w-0 truncate">{project.title}</bdi>
            </span>
          ) : (
            t("Project")
          )
        }
        heading={heading}
        actions={
          project &&
          !isGone &&
          !project.sharedBy && (
            <div className="flex items-center gap-1">
              <IconButton
                label={t("Share project")}
                onClick={() => openDialog({ kind: "share", thing: { project } })}
              >
                <Users size={16} />
              </IconButton>
              <IconButton
                label={t("Edit project")}
                className="max-sm:hidden"
                onClick={() => openDialog({ kind: "project", project })}
              >
                <Pencil size={16} />
              </IconButton>
              <IconButton
                label={t("Delete project")}
                className="max-sm:hidden"
                onClick={() => openDialog({ kind: "delete-project", project })}
              >
                <Trash2 size={16} />
              </IconButton>
              <ProjectMenu project={project} />
            </div>
          )
        }
        filters={
          project &&
          !isGone && (
            <TabList
              label={t("Project")}
              tabs={tabs}
              current={tab}
              panelId={PANEL}
              onChoose={(next) => onSearch({ tab: next })}
            />
          )
        }
      >
        {isGone ? (
          <EmptyState
            icon={<FolderOpen size={20} />}
            title={project?.sharedBy ? t("No longer shared with you") : t("This project was deleted")}
            action={
              <Link to="/app/projects" className={buttonClass("primary")}>
                {t("All projects")}
              </Link>
            }
          >
            {project?.sharedBy
              ? t("{name} deleted this project or stopped sharing it.", { name: project.sharedBy.name })
              : t("Deleting a project alone leaves its notes, tasks, events and files where they are.")}
          </EmptyState>
        ) : project ? (
          <div {...tabPanel(PANEL, tab)} className={clsx(FRAMES[tab] === "filled" && "h-full")}>
            <InProject project={project}>
              <TabContent tab={tab} project={project} search={search} onSearch={onSearch} />
            </InProject>
          </div>
        ) : isPending ? (
          <SkeletonRows count={5} />
        ) : (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )}
      </Screen>
    </Accent>
  );
}

/** A page in the color of its project. Dialogs, which are drawn beside the page, keep the theme's. */
const Accent = ({ of, children }: { of: Project | undefined; children: ReactNode }) => (
  <div className="contents" {...(of && of.color !== "gray" && { "data-accent": of.color })}>
    {children}
  </div>
);

/** On a phone there are more tabs than have room. */
function useTabInSight(tab: Tab, isThere: boolean): void {
  useEffect(() => {
    document
      .querySelector(`[role=tab][aria-controls=${PANEL}][aria-selected=true]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab, isThere]);
}

type TabContentProps = { tab: Tab; project: OpenedProject } & Pick<ProjectScreenProps, "search" | "onSearch">;

function TabContent({ tab, project, search, onSearch }: TabContentProps) {
  const day = isoDay(useAccountNow());
  if (tab === "overview") return <Overview project={project} onTab={(next) => onSearch({ tab: next })} />;
  if (tab === "notes") return <ProjectNotes project={project} />;
  if (tab === "calendar" || tab === "timeline") {
    const openTask = (task: string) => onSearch({ task }, true);
    return (
      <>
        <AwaitPart fallback={<SkeletonRows count={8} className="px-4" />}>
          {tab === "calendar" ? (
            <ProjectCalendar project={project} search={search} onSearch={onSearch} onTask={openTask} />
          ) : (
            <ProjectTimeline project={project} onTask={openTask} />
          )}
        </AwaitPart>
        <OpenTask taskId={search.task} onOpen={openTask} onClose={() => onSearch({ task: "" })} />
      </>
    );
  }
  if (tab === "files")
    return (
      <AwaitPart fallback={<SkeletonRows count={4} />}>
        <ProjectFiles
          projectId={project.id}
          isOwn={!project.sharedBy}
          canAdd={!isForReading(project)}
          fileId={search.file}
          onOpen={(file) => onSearch({ file }, file !== "")}
        />
      </AwaitPart>
    );
  if (tab === "agents") return <Agents projectId={project.id} />;
  if (tab === "activity")
    return (
      <AwaitPart fallback={<SkeletonRows count={5} />}>
        <ProjectActivity projectId={project.id} isOwn={!project.sharedBy} />
      </AwaitPart>
    );
  const view = tab === "done" ? "done" : "anytime";
  const choices = {
    view,
    tag: undefined,
    isBoard: tab === "board",
    hasLater: true,
    day,
    projectId: project.id,
  } as const;
  return <TaskPanel key={tab} choices={choices} search={search} onSearch={onSearch} />;
}

function Agents({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  return (
    <AwaitPart fallback={<SkeletonRows count={3} />}>
      <ProjectAgents
        projectId={projectId}
        onOpen={(agentId) => void navigate({ to: "/app/agents/$agentId", params: { agentId } })}
      />
    </AwaitPart>
  );
}

type OpenedProject = Project & { eventCount: number; fileCount: number };

function Overview({ project, onTab }: { project: OpenedProject; onTab: (tab: Tab) => void }) {
  const due = useDue(project);
  const { description, status, taskCount, overdueCount, noteCount, eventCount, fileCount } = project;
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span>{STATUSES[status]}</span>
        {due && <span className={clsx(due.isLate && "text-danger")}>{due.words}</span>}
        {overdueCount > 0 && (
          <span className="text-danger">
            {plural(overdueCount, { one: "{count} task overdue", other: "{count} tasks overdue" })}
          </span>
        )}
      </p>
      <ProjectProgress project={project} />
      <PeopleLine project={project} />
      {description && (
        <p dir="auto" className="whitespace-pre-wrap text-pretty wrap-anywhere">
          {description}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {(!project.sharedBy || project.noteId) && <PageButton project={project} />}
        {project.folderId && !project.sharedBy && (
          <Link
            to="/app/folders/$folderId"
            params={{ folderId: project.folderId }}
            className={buttonClass("plain")}
          >
            <FolderOpen size={16} aria-hidden="true" /> {t("Open Folder")}
          </Link>
        )}
        <Button onClick={() => onTab("tasks")}>
          {plural(taskCount, { one: "{count} task", other: "{count} tasks" })}
        </Button>
        <Button onClick={() => onTab("notes")}>
          {plural(noteCount, { one: "{count} note", other: "{count} notes" })}
        </Button>
        {/* What an earlier version kept on the device has no count. */}
        {eventCount > 0 && (
          <Button onClick={() => onTab("calendar")}>
            {plural(eventCount, { one: "{count} event", other: "{count} events" })}
          </Button>
        )}
        {fileCount > 0 && (
          <Button onClick={() => onTab("files")}>
            {plural(fileCount, { one: "{count} file", other: "{count} files" })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The page of a project is a note like any other, made when it is first wanted. */
function PageButton({ project }: { project: Project }) {
  const { title, noteId, folderId } = project;
  const navigate = useNavigate();
  const open = (page: string) => navigate({ to: "/app/editor/{-$noteId}", params: { noteId: page } });
  const make = async () => {
    const made = await createNote(folderId, undefined, title);
    if (made && (await setPage(project, made))) await open(made);
  };
  return (
    <Button look="primary" onClick={() => void (noteId ? open(noteId) : make())}>
      <FileText size={16} aria-hidden="true" /> {noteId ? t("Open Page") : t("Write a Page")}
    </Button>
  );
}
