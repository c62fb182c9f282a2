import { useRef, useState, type FormEvent } from "react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FormError, inputClass } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { readMinutes } from "../../../kernel/tasks/minutes.ts";
import { RestoredLine, tellKept } from "../../../ui/overlay/restored-line.tsx";
import { useKeptForm } from "../../../platform/unsaved/kept-form.ts";
import { type TaskFields, fieldsOf } from "./task-fields.ts";
import { DayFields } from "./day-fields.tsx";
import { WorkFields } from "./work-fields.tsx";
import { useProjectField } from "./project-field.tsx";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { useAssigneeField } from "./assignee-field.tsx";
import { openNotePath } from "../../../kernel/notes/note-names.ts";
import { LinkedNotes, WaitsFor } from "./task-links.tsx";
import { SubTasks } from "./sub-tasks.tsx";
import { updateTask, type TaskChange } from "../../../kernel/tasks/task-mutations.ts";
import { MentionList } from "../../../kernel/people/mention-list.tsx";
import { tagChange, tagsAfter } from "../../../lib/tags-after.ts";
import { tagsOf } from "../../../kernel/tasks/tags-of.ts";

type TaskDialogProps = {
  task: Task;
  /** Nothing can be saved any more, and what was written still stands here. */
  isGone: boolean;
  onOpen: (task: Task) => void;
  onClose: () => void;
};

/** Everything about one task. */
export function TaskDialog({ task: now, isGone, onOpen, onClose }: TaskDialogProps) {
  // What the form says otherwise than when it was opened is a change; what somebody else changes meanwhile is not.
  const [task] = useState(now);
  const form = useRef<HTMLFormElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  const [formKey, setFormKey] = useState(0);
  const [estimateError, setEstimateError] = useState<string>();
  const kept = useKeptForm(`task ${task.id}`, fieldsOf(task));
  const isReader = useIsReader();
  // What was written while one could still change it is nothing of the task.
  const written = isReader ? fieldsOf(now) : kept.form;
  const [waitsFor, setWaitsFor] = useState(task.waitsFor);
  const [noteIds, setNoteIds] = useState(task.noteIds);
  const [spentError, setSpentError] = useState<string>();
  const project = useProjectField(task);
  const assignee = useAssigneeField(task);
  const save = (): boolean => {
    if (isReader) return true;
    if (isGone) return false;
    const said = {
      waitsFor,
      noteIds,
      assigneeId: assignee.assigneeId,
      ...timesOf(new FormData(form.current!)),
    };
    const noTime = t("Write a time such as 30m, 1h or 1h30.");
    setEstimateError(said.estimateMinutes === undefined ? noTime : undefined);
    setSpentError(said.spentMinutes === undefined ? noTime : undefined);
    if (said.estimateMinutes === undefined || said.spentMinutes === undefined) return false;
    const given = onTopOf(now, task, changeOf(task, new FormData(form.current!), said));
    if (Object.keys(given).length > 0) void updateTask({ ...now, ...asOpened(task, given) }, given);
    project.save();
    kept.forget();
    return true;
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save()) onClose();
  };
  const leave = () => {
    if (kept.isChanged && !isReader) tellKept();
    onClose();
  };
  return (
    <Dialog title={isReader ? t("Task") : t("Edit task")} isOpen onClose={leave} size="narrow">
      <form
        key={`${formKey} ${isReader}`}
        ref={form}
        onSubmit={handleSubmit}
        // Not `onInput`: drawn anew between the two events of a choice, a select says its old value in the second.
        onChange={() =>
          kept.setForm({
            ...kept.form,
            ...(Object.fromEntries(new FormData(form.current!)) as Partial<TaskFields>),
          })
        }
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          {kept.isRestored && !isReader && (
            <RestoredLine
              onDiscard={() => {
                kept.reset();
                setFormKey(formKey + 1);
              }}
            />
          )}
          <FormError words={isGone ? t("This task was deleted, or is no longer shared with you.") : null} />
          <fieldset disabled={isReader} className="contents">
            <Field
              label={t("Title")}
              name="title"
              defaultValue={written.title}
              maxLength={1000}
              required
              dir="auto"
              autoComplete="off"
              readOnly={task.noteId !== null}
              hint={
                task.noteId ? t("This task is a checkbox of a note. Its words are changed there.") : undefined
              }
            />
            <div className="relative">
              <label className="flex flex-col gap-1.5 text-sm font-medium">
                {t("Description")}
                <textarea
                  ref={description}
                  name="description"
                  defaultValue={written.description}
                  maxLength={10_000}
                  rows={2}
                  dir="auto"
                  className={`${inputClass} min-h-16 py-2 font-normal`}
                />
              </label>
              <MentionList field={description} people={assignee.people} />
            </div>
            <DayFields task={task} now={now} written={written} />
            <WorkFields task={task} written={written} estimateError={estimateError} spentError={spentError} />
            {assignee.place}
            {assignee.field}
            {project.field}
          </fieldset>
          <WaitsFor
            task={task}
            ids={waitsFor}
            onChange={setWaitsFor}
            onOpen={(other) => save() && onOpen(other)}
          />
          <LinkedNotes
            ids={noteIds}
            onChange={setNoteIds}
            onOpen={(noteId) => {
              if (!save()) return;
              onClose();
              openNotePath(`/app/editor/${noteId}`);
            }}
          />
          {!task.noteId && <SubTasks task={task} onOpen={(part) => save() && onOpen(part)} />}
        </div>
        <Closing
          canSave={!isReader && !isGone}
          onCancel={() => {
            // It may come back, by an undo or by being shared again.
            if (!isReader && !isGone) kept.forget();
            onClose();
          }}
        />
      </form>
    </Dialog>
  );
}

function Closing({ canSave, onCancel }: { canSave: boolean; onCancel: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>{canSave ? t("Cancel") : t("Close")}</Button>
      {canSave && (
        <Button type="submit" look="primary">
          {t("Save")}
        </Button>
      )}
    </DialogActions>
  );
}

const LISTS = ["tags", "waitsFor", "noteIds"] as const;

/** The fields of a change as they were: what its undo puts back. A list goes back to what others have made of it. */
const asOpened = (task: Task, change: TaskChange): Partial<Task> =>
  Object.fromEntries(
    Object.keys(change).flatMap((field) =>
      LISTS.some((list) => list === field) ? [] : [[field, task[field as keyof Task]]],
    ),
  );

/** What was added to a list and taken from it, done to what stands there now. */
function onTopOf(now: Task, opened: Task, change: TaskChange): TaskChange {
  const lists = LISTS.flatMap((field) => {
    const after = change[field];
    return after ? [[field, tagsAfter(now[field], tagChange(opened[field], after))]] : [];
  });
  return { ...change, ...Object.fromEntries(lists) };
}

const MOST_SPENT = 10_000_000;

/** Estimate and time spent; undefined where the words say no time. */
function timesOf(form: FormData) {
  const read = (name: string, most?: number) => {
    const written = String(form.get(name) ?? "").trim();
    return written === "" ? null : (readMinutes(written, most) ?? undefined);
  };
  const spent = read("spent", MOST_SPENT);
  return { estimateMinutes: read("estimate"), spentMinutes: spent === null ? 0 : spent };
}

/** What the form says otherwise than the task. */
function changeOf(task: Task, form: FormData, others: TaskChange): TaskChange {
  const text = (name: string) => String(form.get(name) ?? "").trim();
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
    ...others,
    tags: tagsOf(text("tags")),
  };
  const changed = Object.entries(said).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(task[field as keyof Task]),
  );
  return Object.fromEntries(changed);
}
