import { X } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DateField } from "../../ui/dates/date-field.tsx";
import { Field, inputClass, lineClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { minutesInWords, readMinutes } from "../../kernel/tasks/minutes.ts";
import { plannedWords } from "./planned-words.ts";
import { repeatChoices } from "./repeat-choices.ts";
import { SubTasks } from "./sub-tasks.tsx";
import { updateTask, type TaskChange } from "../../kernel/tasks/task-mutations.ts";
import { tagsOf } from "../../kernel/tasks/tags-of.ts";

type TaskDialogProps = { task: Task; onOpen: (task: Task) => void; onClose: () => void };

const PRIORITIES = [
  ["high", t("High")],
  ["medium", t("Medium")],
  ["low", t("Low")],
] as const;

const STATUSES = [
  ["todo", t("To do")],
  ["doing", t("In progress")],
  ["done", t("Done")],
] as const;

/** Everything about one task. */
export function TaskDialog({ task: now, onOpen, onClose }: TaskDialogProps) {
  // What the form says otherwise than when it was opened is a change; what somebody else changes meanwhile is not.
  const [task] = useState(now);
  const form = useRef<HTMLFormElement>(null);
  const [estimateError, setEstimateError] = useState<string>();
  const [spentError, setSpentError] = useState<string>();
  const [repeat, setRepeat] = useState(task.repeat ?? "");
  const [dueDate, setDueDate] = useState(task.dueDate ?? "");
  const save = (): boolean => {
    const given = changeOf(task, new FormData(form.current!));
    if (given === "no-estimate" || given === "no-spent") {
      const error = t("Write a time such as 30m, 1h or 1h30.");
      setEstimateError(given === "no-estimate" ? error : undefined);
      setSpentError(given === "no-spent" ? error : undefined);
      return false;
    }
    if (Object.keys(given).length > 0) void updateTask({ ...now, ...asOpened(task, given) }, given);
    return true;
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save()) onClose();
  };
  return (
    <Dialog title={t("Edit task")} isOpen onClose={onClose} size="narrow">
      <form ref={form} onSubmit={handleSubmit} className="flex min-h-0 flex-1 flex-col">
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          <Field
            label={t("Title")}
            name="title"
            defaultValue={task.title}
            maxLength={1000}
            required
            dir="auto"
            autoComplete="off"
            readOnly={task.noteId !== null}
            hint={
              task.noteId ? t("This task is a checkbox of a note. Its words are changed there.") : undefined
            }
          />
          <label className="flex flex-col gap-1.5 text-sm font-medium">
            {t("Description")}
            <textarea
              name="description"
              defaultValue={task.description}
              maxLength={10_000}
              rows={2}
              dir="auto"
              className={`${inputClass} min-h-16 py-2 font-normal`}
            />
          </label>
          <DateField
            isLine
            label={t("Due day")}
            name="dueDate"
            defaultValue={dueDate}
            onInput={(event) => setDueDate(event.currentTarget.value)}
          />
          <div className={lineClass}>
            <label htmlFor="task-time" className="text-sm font-medium">
              {t("Time")}
            </label>
            <input
              id="task-time"
              type="time"
              name="dueTime"
              defaultValue={task.dueTime ?? ""}
              disabled={!dueDate}
              className={`${inputClass} h-9`}
            />
          </div>
          {now.plannedAt && <PlannedLine task={now} plannedAt={now.plannedAt} />}
          <DateField isLine label={t("Start day")} name="startDate" defaultValue={task.startDate ?? ""} />
          <Select
            isLine
            label={t("Repeat")}
            name="repeat"
            defaultValue={repeat}
            onChange={(event) => setRepeat(event.target.value)}
          >
            {repeatChoices(task.repeat, dueDate || null).map(({ rule, words }) => (
              <option key={rule} value={rule}>
                {words}
              </option>
            ))}
          </Select>
          {repeat && (
            <Select isLine label={t("Counted from")} name="repeatFrom" defaultValue={task.repeatFrom}>
              <option value="due">{t("The due day")}</option>
              <option value="completion">{t("The day it was done")}</option>
            </Select>
          )}
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
          <Field
            isLine
            label={t("Tags")}
            name="tags"
            defaultValue={task.tags.join(", ")}
            placeholder={t("home, errands")}
            autoComplete="off"
          />
          {!task.noteId && <SubTasks task={task} onOpen={(part) => save() && onOpen(part)} />}
        </div>
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

/** The time that is set aside for it, which is moved in the calendar. */
function PlannedLine({ task, plannedAt }: { task: Task; plannedAt: string }) {
  return (
    <div className={lineClass}>
      <span className="text-sm font-medium">{t("Planned time")}</span>
      <span className="flex items-center justify-between gap-2 text-sm">
        {plannedWords(plannedAt, task.plannedMinutes ?? 0)}
        <IconButton
          label={t("Remove the planned time")}
          className="pointer-coarse:size-11"
          onClick={() => void updateTask(task, { plannedAt: null }, t("Time no longer set aside"))}
        >
          <X size={15} />
        </IconButton>
      </span>
    </div>
  );
}

/** The fields of a change as they were: what its undo puts back. */
const asOpened = (task: Task, change: TaskChange): Partial<Task> =>
  Object.fromEntries(Object.keys(change).map((field) => [field, task[field as keyof Task]]));

/** What the form says otherwise than the task; "no-estimate" and "no-spent" for a time that says none. */
function changeOf(task: Task, form: FormData): TaskChange | "no-estimate" | "no-spent" {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const estimate = text("estimate");
  const estimateMinutes = estimate === "" ? null : readMinutes(estimate);
  if (estimate !== "" && estimateMinutes === null) return "no-estimate";
  const spent = text("spent");
  // Longer than a week: only what was typed is read.
  const isSpentTyped = spent !== "" && spent !== minutesInWords(task.spentMinutes);
  const spentMinutes = spent === "" ? 0 : isSpentTyped ? readMinutes(spent) : task.spentMinutes;
  if (spentMinutes === null) return "no-spent";
  const dueDate = text("dueDate") || null;
  const said: TaskChange = {
    title: text("title") || task.title,
    description: text("description"),
    dueDate,
    dueTime: dueDate ? text("dueTime") || null : null,
    startDate: text("startDate") || null,
    repeat: text("repeat") || null,
    repeatFrom: (text("repeatFrom") || task.repeatFrom) as Task["repeatFrom"],
    status: text("status") as Task["status"],
    priority: text("priority") as Task["priority"],
    estimateMinutes,
    spentMinutes,
    tags: tagsOf(text("tags")),
  };
  const changed = Object.entries(said).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(task[field as keyof Task]),
  );
  return Object.fromEntries(changed);
}
