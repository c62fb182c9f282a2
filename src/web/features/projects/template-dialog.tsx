import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { Project, ProjectTemplate } from "#contract/projects.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { isoDay } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { makeFrom } from "./create-project.ts";
import { removeTemplate } from "./template-mutations.ts";

type TemplateDialogProps = {
  /** The project that is copied; null: a template is chosen. */
  project: Project | null;
  onClose: () => void;
};

/** Makes a project of a template, or of another project. */
export function TemplateDialog({ project, onClose }: TemplateDialogProps) {
  return (
    <Dialog
      title={project ? t("Duplicate {title}", { title: project.title }) : t("New Project From a Template")}
      description={
        project
          ? t(
              "Folders, notes, page and tasks are copied, with nothing done in them. Files stay the same ones.",
            )
          : undefined
      }
      isOpen
      onClose={onClose}
      size={project ? "narrow" : "medium"}
    >
      {project ? (
        <UseForm
          source={{ projectId: project.id }}
          name={t("{title} (copy)", { title: project.title }).slice(0, 200)}
          hasDays
          onClose={onClose}
        />
      ) : (
        <ChooseTemplate onClose={onClose} />
      )}
    </Dialog>
  );
}

function ChooseTemplate({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(api.projects.templates.queryOptions({ staleTime: 0 }));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-sm text-muted">
        <p>{errorMessage(error, t("The server didn't answer."))}</p>
        <Button onClick={() => void refetch()}>{t("Try again")}</Button>
      </div>
    );
  if (!data) return <SkeletonRows count={3} />;
  const template = data.templates.find(({ id }) => id === chosen) ?? data.templates[0]!;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-1">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t("Template")}</legend>
        {data.templates.map((each) => (
          <TemplateRow
            key={each.id}
            template={each}
            isChosen={each.id === template.id}
            onChoose={() => setChosen(each.id)}
          />
        ))}
      </fieldset>
      <UseForm
        key={template.id}
        source={{ templateId: template.id }}
        name={template.name}
        hasDays={template.firstDay !== null}
        onClose={onClose}
      />
    </div>
  );
}

type TemplateRowProps = { template: ProjectTemplate; isChosen: boolean; onChoose: () => void };

function TemplateRow({ template, isChosen, onChoose }: TemplateRowProps) {
  const { name, description, noteCount, taskCount, isReady } = template;
  return (
    <div className="flex items-center gap-1">
      <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-3 rounded-md border border-line p-3 text-sm hover:bg-hover has-checked:border-accent">
        <input
          type="radio"
          name="template"
          checked={isChosen}
          autoFocus={isChosen}
          className="mt-0.5 size-4 shrink-0 accent-accent-fill"
          onChange={onChoose}
        />
        <span className="min-w-0">
          <bdi className="block truncate font-medium">{name}</bdi>
          {description && (
            <span dir="auto" className="line-clamp-2 block wrap-anywhere text-muted">
              {description}
            </span>
          )}
          <span className="text-muted">
            {[
              plural(noteCount, { one: "{count} note", other: "{count} notes" }),
              plural(taskCount, { one: "{count} task", other: "{count} tasks" }),
            ].join(" · ")}
          </span>
        </span>
      </label>
      {!isReady && <RemoveTemplate template={template} />}
    </div>
  );
}

/** It has no trash, so it is asked for twice. */
function RemoveTemplate({ template }: { template: ProjectTemplate }) {
  const [isAsked, setIsAsked] = useState(false);
  return isAsked ? (
    <Button
      look="danger"
      autoFocus
      onBlur={() => setIsAsked(false)}
      onClick={() => void removeTemplate(template)}
    >
      {t("Delete")}
    </Button>
  ) : (
    <IconButton label={t("Delete template {name}", { name: template.name })} onClick={() => setIsAsked(true)}>
      <Trash2 size={16} />
    </IconButton>
  );
}

type UseFormProps = {
  source: { templateId: string } | { projectId: string };
  name: string;
  hasDays: boolean;
  onClose: () => void;
};

function UseForm({ source, name, hasDays, onClose }: UseFormProps) {
  const navigate = useNavigate();
  const today = isoDay(useAccountNow());
  const [isBusy, setIsBusy] = useState(false);
  const isCopy = "projectId" in source;
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const title = String(data.get("title")).trim();
    const startDay = String(data.get("startDay") ?? "");
    if (!title) return;
    setIsBusy(true);
    const made = await makeFrom({ ...source, title, ...(startDay && { startDay }) });
    setIsBusy(false);
    if (!made) return;
    onClose();
    void navigate({ to: "/app/projects/$projectId", params: { projectId: made.id } });
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        label={t("Title")}
        name="title"
        defaultValue={name}
        maxLength={200}
        required
        autoFocus={isCopy}
        autoComplete="off"
      />
      {hasDays && (
        <div className="flex flex-col gap-1.5">
          <DateField label={t("First day")} name="startDay" defaultValue={isCopy ? "" : today} />
          <p className="text-xs text-faint">
            {isCopy
              ? t("All days move with the first one. Left empty, they stay as they are.")
              : t("The first day of the plan; all others keep their distance from it.")}
          </p>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isCopy ? t("Duplicate") : t("Create")}
        </Button>
      </DialogActions>
    </form>
  );
}
