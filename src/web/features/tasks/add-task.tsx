import { Plus } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { PartChips } from "../../kernel/tasks/part-chips.tsx";
import { type Span, stillThere, useReading } from "../../kernel/tasks/use-reading.ts";
import { loadReader } from "./read-words.ts";
import { newId } from "../../platform/ids.ts";
import { remindAsSaid } from "../../kernel/reminders/remind-as-said.ts";
import { createTask, type NewTask } from "../../kernel/tasks/task-mutations.ts";

const TITLE_MAX = 1000;

type AddTaskProps = {
  /** What the place it stands in says of a new task: its day, its tag. */
  given: Partial<NewTask>;
  /** Somebody came to add a task: the line takes the focus, and tells that it has. */
  isWanted: boolean;
  onFocused: () => void;
};

/** One line that takes a task in words; under it stands what was understood, and each part of it can be taken back. */
export function AddTask({ given, isWanted, onFocused }: AddTaskProps) {
  const [words, setWords] = useState("");
  const [ignored, setIgnored] = useState<readonly Span[]>([]);
  const isComposing = useRef(false);
  const line = useRef<HTMLInputElement>(null);
  const timeZone = usePreferences()?.settings.timeZone;
  const reading = useReading(words, ignored, timeZone, loadReader);
  const focused = useRef(onFocused);
  useEffect(() => void (focused.current = onFocused));
  useEffect(() => {
    if (!isWanted) return;
    line.current?.focus();
    focused.current();
  }, [isWanted]);
  const add = async () => {
    setWords("");
    setIgnored([]);
    // Entered before what reads it has come; without it, the server reads the day from the title.
    const read = reading ?? (await loadReader(timeZone).catch(() => null))?.(words, ignored);
    const task = read?.task ?? { title: words.trim() };
    const tags = [...new Set([...(given.tags ?? []), ...(task.tags ?? [])])];
    const id = newId();
    if ((await createTask({ ...given, ...task, tags }, id)) && read)
      await remindAsSaid({ taskId: id }, read.said);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComposing.current && words.trim()) void add();
  };
  return (
    <form onSubmit={submit} className="mb-3">
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Plus
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint"
          />
          <input
            ref={line}
            aria-label={t("Add a task")}
            placeholder={t("Add a task: call Ana tomorrow 5pm")}
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={TITLE_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setIgnored(stillThere(ignored, words, event.target.value));
            }}
            onCompositionStart={() => (isComposing.current = true)}
            onCompositionEnd={() => (isComposing.current = false)}
            className={`${inputClass} h-10 ps-9 pointer-coarse:h-11`}
          />
        </div>
        <Button type="submit" look="primary" className="h-10 pointer-coarse:h-11" disabled={!words.trim()}>
          {t("Add")}
        </Button>
      </div>
      <PartChips reading={reading} onTakeBack={(span) => setIgnored([...ignored, span])} />
    </form>
  );
}
