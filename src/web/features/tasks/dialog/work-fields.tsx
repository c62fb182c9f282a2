import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { FocusButtons } from "../focus/focus-buttons.tsx";
import type { TaskFields } from "./task-fields.ts";
import { PRIORITIES, STATUSES } from "../choices.ts";

type WorkFieldsProps = {
  task: Task;
  written: Pick<TaskFields, "status" | "priority" | "estimate" | "spent" | "tags">;
  estimateError: string | undefined;
  spentError: string | undefined;
};

/** How far a task is, how much it matters and how long it takes. */
export function WorkFields({ task, written, estimateError, spentError }: WorkFieldsProps) {
  const isReader = useIsReader();
  return (
    <>
      <Select isLine label={t("Status")} name="status" defaultValue={written.status}>
        {STATUSES.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <Select isLine label={t("Priority")} name="priority" defaultValue={written.priority}>
        {PRIORITIES.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <Field
        isLine
        label={t("Estimate")}
        name="estimate"
        defaultValue={written.estimate}
        placeholder={t("30m, 1h30")}
        error={estimateError}
        autoComplete="off"
      />
      <Field
        isLine
        label={t("Time spent")}
        name="spent"
        defaultValue={written.spent}
        placeholder={t("30m, 1h30")}
        error={spentError}
        autoComplete="off"
      />
      {!task.completed && !isReader && <FocusButtons task={task} />}
      <Field
        isLine
        label={t("Tags")}
        name="tags"
        defaultValue={written.tags}
        placeholder={t("home, errands")}
        autoComplete="off"
      />
    </>
  );
}
