import { FolderKanban, Plus } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { refreshProjects, refreshWithTasks } from "./refresh-projects.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    project: { project: Project | null };
    "delete-project": { project: Project };
    "import-tasks": { project: Project | null };
    "project-template": { project: Project | null };
  }
}

export const projects = defineManifest({
  actions: [
    {
      id: "project.new",
      title: t("New Project..."),
      group: "General",
      icon: Plus,
      keywords: t("workspace plan"),
      run: () => openDialog({ kind: "project", project: null }),
    },
    {
      id: "project.from-template",
      title: t("New Project From a Template..."),
      group: "General",
      icon: Plus,
      keywords: t("plan launch book move"),
      run: () => openDialog({ kind: "project-template", project: null }),
    },
    {
      id: "project.import-tasks",
      title: t("Import Tasks..."),
      group: "General",
      icon: FolderKanban,
      keywords: t("csv linear trello table project"),
      run: () => openDialog({ kind: "import-tasks", project: null }),
    },
  ],
  dialogs: {
    "project-template": deferred(async () => (await import("./template-dialog.tsx")).TemplateDialog),
    "import-tasks": deferred(async () => (await import("./import-tasks-dialog.tsx")).ImportTasksDialog),
    project: deferred(async () => (await import("./project-dialog.tsx")).ProjectDialog),
    "delete-project": deferred(async () => (await import("./delete-project-dialog.tsx")).DeleteProjectDialog),
  },
  finds: async () => (await import("./found-projects.ts")).findProjects,
  // They count tasks, notes, events and files.
  live: {
    // What is put into a project, or shared with it, is among tasks.
    project: refreshWithTasks,
    share: refreshWithTasks,
    task: refreshProjects,
    note: refreshProjects,
    event: refreshProjects,
    file: refreshProjects,
  },
  activity: {
    groups: [{ id: "projects", words: t("Projects") }],
    types: {
      project_created: { icon: FolderKanban, words: t("Project created"), group: "projects" },
      project_updated: { icon: FolderKanban, words: t("Project updated"), group: "projects" },
      project_deleted: { icon: FolderKanban, words: t("Project deleted"), group: "projects" },
    },
    pathOf: { project: (id) => `/app/projects/${id}` },
  },
});
