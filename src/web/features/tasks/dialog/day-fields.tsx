import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { DateField } from "../../../ui/dates/date-field.tsx";
import { inputClass, lineClass } from "../../../ui/field.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { PlannedLine } from "./planned-line.tsx";
import { repeatChoices } from "./repeat-choices.ts";
import type { TaskFields } from "./task-fields.ts";

type DayFieldsProps = {
  /** As it was when the form was opened. */
  task: Task;
  now: Task;
  written: Pick<TaskFields, "dueDate" | "dueTime" | "startDate" | "repeat" | "repeatFrom">;
};

/** When a task is due, begins and comes again. */
export function DayFields({ task, now, written }: DayFieldsProps) {
  const { dueDate, repeat } = written;
  return (
    <>
      <DateField isLine label={t("Due day")} name="dueDate" defaultValue={dueDate} />
      <div className={lineClass}>
        <label htmlFor="task-time" className="text-sm font-medium">
          {t("Time")}
        </label>
        <input
          id="task-time"
          type="time"
          name="dueTime"
          defaultValue={written.dueTime}
          disabled={!dueDate}
          className={`${inputClass} h-9`}
        />
      </div>
      <PlannedLine task={now} />
      <DateField isLine label={t("Start day")} name="startDate" defaultValue={written.startDate} />
      <Select isLine label={t("Repeat")} name="repeat" defaultValue={repeat}>
        {repeatChoices(task.repeat, dueDate || null).map(({ rule, words }) => (
          <option key={rule} value={rule}>
            {words}
          </option>
        ))}
      </Select>
      {repeat && (
        <Select isLine label={t("Counted from")} name="repeatFrom" defaultValue={written.repeatFrom}>
          <option value="due">{t("The due day")}</option>
          <option value="completion">{t("The day it was done")}</option>
        </Select>
      )}
    </>
  );
}
