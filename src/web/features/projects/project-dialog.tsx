import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type FormEvent } from "react";
import type { Project, ProjectColor, ProjectStatus } from "#contract/projects.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { createProject } from "./create-project.ts";
import { updateProject } from "./project-mutations.ts";
import type { ProjectFields } from "./show-project.ts";
import { COLORS, namesOf, STATUSES } from "./project-words.ts";

type ProjectDialogProps = { project: Project | null; onClose: () => void };

/** Makes a project, or changes one. */
export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const id = useId();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const title = String(data.get("title")).trim();
    if (!title) return;
    const fields: ProjectFields = {
      title,
      description: String(data.get("description")),
      status: data.get("status") as ProjectStatus,
      color: data.get("color") as ProjectColor,
      dueDate: String(data.get("dueDate") ?? "") || null,
    };
    setIsBusy(true);
    const made = project ? null : await createProject(fields);
    const isDone = project ? await updateProject(project, changed(project, fields)) : made !== null;
    setIsBusy(false);
    if (isDone) onClose();
    if (made) void navigate({ to: "/app/projects/$projectId", params: { projectId: made.id } });
  };
  return (
    <Dialog title={project ? t("Edit Project") : t("New Project")} isOpen onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
        <Field
          label={t("Title")}
          name="title"
          defaultValue={project?.title}
          maxLength={200}
          required
          autoFocus
          autoComplete="off"
        />
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t("Description")}
          </label>
          <textarea
            id={id}
            name="description"
            defaultValue={project?.description}
            rows={3}
            maxLength={10_000}
            className={`${inputClass} resize-y py-2 max-sm:h-16`}
          />
        </div>
        <div className="grid grid-cols-2 gap-4 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-[1fr_1fr_9.5rem]">
          <Select label={t("Status")} name="status" defaultValue={project?.status ?? "active"}>
            {namesOf(STATUSES).map((status) => (
              <option key={status} value={status}>
                {STATUSES[status]}
              </option>
            ))}
          </Select>
          <Select label={t("Color")} name="color" defaultValue={project?.color ?? "gray"}>
            {namesOf(COLORS).map((color) => (
              <option key={color} value={color}>
                {COLORS[color].words}
              </option>
            ))}
          </Select>
          <DateField label={t("Due")} name="dueDate" defaultValue={project?.dueDate ?? ""} />
        </div>
        {!project && (
          <p className="text-xs text-faint">{t("A folder with its title is made for its notes.")}</p>
        )}
        <div className="max-sm:sticky max-sm:bottom-0 max-sm:-mx-5 max-sm:-mt-5 max-sm:bg-raised max-sm:px-5 max-sm:pb-3">
          <DialogActions>
            {!project && <OtherBeginnings className="me-auto max-sm:hidden" />}
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {project ? t("Save") : t("Create")}
            </Button>
          </DialogActions>
        </div>
        {!project && <OtherBeginnings className="sm:hidden" />}
      </form>
    </Dialog>
  );
}

/** What the form says otherwise than when it was opened: what somebody else changes meanwhile stays. */
const changed = (project: Project, fields: ProjectFields): Partial<ProjectFields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== project[name as keyof ProjectFields]),
  );

/** On a phone the page itself has no room for the second. */
const OtherBeginnings = ({ className }: { className: string }) => (
  <span className={`flex flex-wrap gap-2 ${className}`}>
    <Button onClick={() => openDialog({ kind: "project-template", project: null })}>
      {t("From a Template...")}
    </Button>
    <Button className="sm:hidden" onClick={() => openDialog({ kind: "import-tasks", project: null })}>
      {t("Import Tasks...")}
    </Button>
  </span>
);
