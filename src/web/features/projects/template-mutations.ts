import type { Project, ProjectTemplate } from "#contract/projects.ts";
import { undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { refreshProjects } from "./refresh-projects.ts";

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
