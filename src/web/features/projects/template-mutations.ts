import type { Project, ProjectTemplate } from "#contract/projects.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { refreshProjects } from "./project-mutations.ts";

type Source = { templateId?: string; projectId?: string; title: string; startDay?: string };

/** Null when it couldn't be made, which a toast tells. */
export async function makeFrom(source: Source): Promise<Project | null> {
  try {
    const made = await api.projects.useTemplate.call(source);
    await queryClient.invalidateQueries();
    undoable(t("Project created successfully"), () => takeBack(made), { name: made.title });
    return made;
  } catch (error) {
    toast.error(failureWords(error, t("Failed to create project")));
    return null;
  }
}

/** With all that was made for it, which goes into the trash. */
async function takeBack({ id, folderId }: Project): Promise<void> {
  const { taskIds } = await api.projects.remove.call({ projectId: id });
  for (let at = 0; at < taskIds.length; at += 500)
    await api.tasks.removeMany.call({ taskIds: taskIds.slice(at, at + 500) });
  if (folderId) await api.folders.remove.call({ folderId, notes: "trash" });
  await queryClient.invalidateQueries();
}

export async function saveAsTemplate({ id: projectId, title }: Project): Promise<void> {
  try {
    const made = await api.projects.saveTemplate.call({ projectId });
    undoable(t("Saved as a template"), () => drop(made.id), { name: title });
  } catch (error) {
    toast.error(failureWords(error, t("Failed to save the template")));
  } finally {
    refreshProjects();
  }
}

async function drop(templateId: string): Promise<void> {
  await api.projects.removeTemplate.call({ templateId });
  refreshProjects();
}

export async function removeTemplate({ id }: ProjectTemplate): Promise<void> {
  try {
    await drop(id);
    toast.success(t("Template deleted"));
  } catch (error) {
    toast.error(failureWords(error, t("Failed to delete the template")));
  }
}
