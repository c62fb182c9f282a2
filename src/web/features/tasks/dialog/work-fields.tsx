import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { FocusButtons } from "../focus/focus-buttons.tsx";
import { PRIORITIES, STATUSES } from "../choices.ts";

type WorkFieldsProps = { task: Task; estimateError: string | undefined; spentError: string | undefined };

/** How far a task is, how much it matters and how long it takes. */
export function WorkFields({ task, estimateError, spentError }: WorkFieldsProps) {
  return (
    <>
      <Select isLine label={t("Status")} name="status" defaultValue={task.status}>
        {STATUSES.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <Select isLine label={t("Priority")} name="priority" defaultValue={task.priority}>
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
        defaultValue={task.estimateMinutes === null ? "" : minutesInWords(task.estimateMinutes)}
        placeholder={t("30m, 1h30")}
        error={estimateError}
        autoComplete="off"
      />
      <Field
        isLine
        label={t("Time spent")}
        name="spent"
        defaultValue={task.spentMinutes === 0 ? "" : minutesInWords(task.spentMinutes)}
        placeholder={t("30m, 1h30")}
        error={spentError}
        autoComplete="off"
      />
      {!task.completed && <FocusButtons task={task} />}
      <Field
        isLine
        label={t("Tags")}
        name="tags"
        defaultValue={task.tags.join(", ")}
        placeholder={t("home, errands")}
        autoComplete="off"
      />
    </>
  );
}
