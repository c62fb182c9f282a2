import { CalendarDays, CircleDot, Flag, ListChecks, Tags, Trash2, UserRound, X } from "lucide-react";
import { useMemo, useState, type ReactElement, type ReactNode } from "react";
import type { Task } from "#contract/tasks.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useProjectPeople } from "../../../kernel/projects/people.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { shortcutWords } from "../../../lib/shortcut-words.ts";
import { type ManyChange, updateTasks } from "../../../kernel/tasks/many-tasks.ts";
import { MANY_TASKS, removeTasks } from "../../../kernel/tasks/task-mutations.ts";
import { useBottomBar } from "../../../ui/bottom-bar.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { PRIORITIES, STATUSES } from "../choices.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { clearTasks, selectAllTasks, selectedTasks, useTaskSelection } from "./task-selection.ts";

const iconClass = "pointer-coarse:size-11";

/** What can be done with the selected tasks at once; floats at the end of the page. */
export function BulkBar() {
  const state = useTaskSelection();
  const tasks = useMemo(() => selectedTasks(state), [state]);
  const people = useProjectPeople();
  const [asked, setAsked] = useState<"day" | "tags" | null>(null);
  useBottomBar();
  const change = (given: ManyChange) => {
    if (tasks.length > MANY_TASKS)
      return toast.error(t("Select at most {count} tasks at a time.", { count: MANY_TASKS }));
    const words = plural(tasks.length, { one: "{count} task updated", other: "{count} tasks updated" });
    void updateTasks(tasks, given, words);
  };
  const isWhole = tasks.length === state.listed.length;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-3 z-20 flex justify-center px-2 max-md:bottom-20">
      <div
        role="toolbar"
        aria-label={t("Selected tasks")}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1 shadow-pop"
      >
        <span role="status" className="px-1.5 text-sm whitespace-nowrap tabular-nums">
          {plural(tasks.length, { other: "{count} selected" })}
        </span>
        {!isWhole && (
          <Tooltip words={t("Select all")} keys={shortcutWords("Mod+A")} side="top">
            <IconButton label={t("Select all")} className={iconClass} onClick={selectAllTasks}>
              <ListChecks size={16} />
            </IconButton>
          </Tooltip>
        )}
        <Choice label={t("Due day")} icon={<CalendarDays size={16} />}>
          <MenuItem onSelect={() => change({ dueDate: accountDay(0) })}>{t("Today")}</MenuItem>
          <MenuItem onSelect={() => change({ dueDate: accountDay(1) })}>{t("Tomorrow")}</MenuItem>
          <MenuItem onSelect={() => change({ dueDate: accountDay(7) })}>{t("In a Week")}</MenuItem>
          <MenuItem onSelect={() => setAsked("day")}>{t("Choose a Day...")}</MenuItem>
          <MenuItem onSelect={() => change({ dueDate: null })}>{t("No Due Day")}</MenuItem>
        </Choice>
        <Choice label={t("Priority")} icon={<Flag size={16} />}>
          {PRIORITIES.map(([priority, words]) => (
            <MenuItem key={priority} onSelect={() => change({ priority })}>
              {words}
            </MenuItem>
          ))}
        </Choice>
        <Choice label={t("Status")} icon={<CircleDot size={16} />}>
          {STATUSES.map(([status, words]) => (
            <MenuItem key={status} onSelect={() => change({ status })}>
              {words}
            </MenuItem>
          ))}
        </Choice>
        {people.length > 1 && (
          <Choice label={t("Assigned to")} icon={<UserRound size={16} />}>
            {people.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => change({ assigneeId: id })}>
                {name}
              </MenuItem>
            ))}
            <MenuItem onSelect={() => change({ assigneeId: null })}>{t("Nobody")}</MenuItem>
          </Choice>
        )}
        <Tooltip words={t("Tags...")} side="top">
          <IconButton label={t("Tags...")} className={iconClass} onClick={() => setAsked("tags")}>
            <Tags size={16} />
          </IconButton>
        </Tooltip>
        <Tooltip words={t("Delete")} side="top">
          <IconButton label={t("Delete")} className={iconClass} onClick={() => removeSelected(tasks)}>
            <Trash2 size={16} />
          </IconButton>
        </Tooltip>
        <span className="mx-0.5 h-5 w-px bg-line" aria-hidden="true" />
        <Tooltip words={t("Clear selection")} keys="Esc" side="top">
          <IconButton label={t("Clear selection")} className={iconClass} onClick={clearTasks}>
            <X size={16} />
          </IconButton>
        </Tooltip>
      </div>
      {asked && <BulkDialog what={asked} tasks={tasks} onChange={change} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** A checkbox of a note is deleted in its note; the others go. */
function removeSelected(tasks: Task[]): void {
  const own = tasks.filter(({ noteId }) => noteId === null);
  if (own.length > 0) void removeTasks(own);
  else toast.info(t("Checkboxes of notes are deleted in their notes."));
}

type ChoiceProps = { label: string; icon: ReactElement; children: ReactNode };

const Choice = ({ label, icon, children }: ChoiceProps) => (
  <Menu
    trigger={
      <IconButton label={label} className={iconClass}>
        {icon}
      </IconButton>
    }
  >
    {children}
  </Menu>
);
