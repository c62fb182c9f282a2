import type { FormEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import type { ManyChange } from "../../../kernel/tasks/many-tasks.ts";
import { tagsOf } from "../../../kernel/tasks/tags-of.ts";
import { Button } from "../../../ui/button.tsx";
import { DateField } from "../../../ui/dates/date-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";

type BulkDialogProps = {
  what: "day" | "tags";
  tasks: readonly Task[];
  onChange: (change: ManyChange) => void;
  onClose: () => void;
};

/** Asks for the day or the tags that many tasks get. */
export function BulkDialog({ what, tasks, onChange, onClose }: BulkDialogProps) {
  const tags = [...new Set(tasks.flatMap((task) => task.tags))];
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const day = String(form.get("day") ?? "");
    const change: ManyChange =
      what === "day"
        ? { ...(day && { dueDate: day }) }
        : {
            addTags: tagsOf(String(form.get("add") ?? "")),
            removeTags: form.getAll("remove").map(String),
          };
    onClose();
    if (what === "day" ? day !== "" : (change.addTags ?? []).length + (change.removeTags ?? []).length > 0)
      onChange(change);
  };
  return (
    <Dialog title={what === "day" ? t("Due day") : t("Tags")} isOpen onClose={onClose} size="small">
      <form onSubmit={handleSubmit} className="flex flex-col gap-3">
        {what === "day" ? (
          <DateField label={t("Due day")} name="day" required />
        ) : (
          <>
            <Field label={t("Add tags")} name="add" placeholder={t("home, errands")} autoComplete="off" />
            {tags.length > 0 && (
              <fieldset className="flex flex-col gap-1 text-sm">
                <legend className="pb-1 font-medium">{t("Remove tags")}</legend>
                {tags.map((tag) => (
                  <label key={tag} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      name="remove"
                      value={tag}
                      className="size-4 accent-(--accent-fill)"
                    />
                    <bdi className="truncate">{tag}</bdi>
                  </label>
                ))}
              </fieldset>
            )}
          </>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
