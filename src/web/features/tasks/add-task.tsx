import { useEffect, useRef } from "react";
import { MentionList } from "../../kernel/people/mention-list.tsx";
import { useProjectPeople } from "../../kernel/projects/people.tsx";
import { remindAsSaid } from "../../kernel/reminders/remind-as-said.ts";
import { SentenceLine } from "../../kernel/tasks/sentence-line.tsx";
import { createTask, type NewTask } from "../../kernel/tasks/task-mutations.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { newId } from "../../platform/ids.ts";
import { loadReader, type Reading } from "./read-words.ts";

type AddTaskProps = {
  /** What the place it stands in says of a new task: its day, its tag. */
  given: Partial<NewTask>;
  /** Somebody came to add a task: the line takes the focus, and tells that it has. */
  isWanted: boolean;
  onFocused: () => void;
  onAdded?: () => void;
  /** Words that the line begins with. */
  initial?: string;
};

/** Takes a task in words. */
export function AddTask({ given, isWanted, onFocused, onAdded, initial }: AddTaskProps) {
  const line = useRef<HTMLInputElement>(null);
  const people = useProjectPeople();
  const timeZone = usePreferences()?.settings.timeZone;
  const focused = useRef(onFocused);
  useEffect(() => void (focused.current = onFocused));
  useEffect(() => {
    if (!isWanted) return;
    line.current?.focus();
    focused.current();
  }, [isWanted]);
  const add = async (words: string, read: Reading | null) => {
    onAdded?.();
    // Without what reads it, the server reads the day from the title.
    const task = read?.task ?? { title: words.trim() };
    const tags = [...new Set([...(given.tags ?? []), ...(task.tags ?? [])])];
    const id = newId();
    // Words that say no day leave the one of the place.
    const dueDate = task.dueDate ?? given.dueDate;
    if (!(await createTask({ ...given, ...task, tags, ...(dueDate && { dueDate }) }, id))) return;
    if (read) await remindAsSaid({ taskId: id }, read);
  };
  return (
    <div className="relative">
      <SentenceLine
        isMain
        label={t("Add a task")}
        placeholder={t("Add a task: call Ana tomorrow 5pm")}
        timeZone={timeZone}
        load={loadReader}
        onAdd={add}
        line={line}
        {...(initial && { initial })}
        className="mb-3"
      />
      <MentionList field={line} people={people} />
    </div>
  );
}
