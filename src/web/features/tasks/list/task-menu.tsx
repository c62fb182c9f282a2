import {
  AlarmClock,
  ArrowDown,
  ArrowUp,
  CalendarPlus,
  Ellipsis,
  ListChecks,
  Pencil,
  Sun,
  SunDim,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Task } from "#contract/tasks.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { remindOf } from "../../../kernel/actions/remind-of.ts";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { removeTasks, updateTask } from "../../../kernel/tasks/task-mutations.ts";
import { t } from "../../../lib/messages/t.ts";
import { toggled } from "../../../lib/selection.ts";
import { shortcutWords } from "../../../lib/shortcut-words.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem } from "../../../ui/overlay/menu.tsx";
import { FocusItems } from "../focus/focus-buttons.tsx";
import { selectTasks, useTaskSelection } from "./task-selection.ts";

/** A phone has none. */
const keys = (combination: string) => (
  <span className="pointer-coarse:hidden">{shortcutWords(combination)}</span>
);

type TaskMenuProps = {
  task: Task;
  onOpen: () => void;
  /** One place up or down, where the order is made by hand. */
  onMove?: ((id: string, step: -1 | 1) => void) | undefined;
  /** Of a card of a board, which is not selected; Tab goes from card to card. */
  isOfCard?: boolean;
  /** Other places for it. */
  children?: ReactNode;
};

/** Who may only see the project has a day of their own for it all the same. */
export function TaskMenu(props: TaskMenuProps) {
  const { task, isOfCard } = props;
  const isReader = useIsReader(task);
  return (
    <Menu
      trigger={
        <IconButton
          label={t("Actions for {name}", { name: task.title })}
          {...(isOfCard && { tabIndex: -1 })}
          className="pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-11"
        >
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {isReader ? <DayItem task={task} /> : <TaskMenuItems {...props} />}
    </Menu>
  );
}

function DayItem({ task }: { task: Task }) {
  const isOnMyDay = task.myDay === accountDay();
  return (
    <MenuItem
      icon={isOnMyDay ? <SunDim size={15} /> : <Sun size={15} />}
      onSelect={() => void updateTask(task, { myDay: isOnMyDay ? null : accountDay() })}
    >
      {isOnMyDay ? t("Take Off My Day") : t("Add to My Day")}
    </MenuItem>
  );
}

function TaskMenuItems({ task, onMove, onOpen, isOfCard = false, children }: TaskMenuProps) {
  return (
    <>
      <MenuItem icon={<Pencil size={15} />} onSelect={onOpen}>
        {t("Edit")}
      </MenuItem>
      <DayItem task={task} />
      <MenuItem
        icon={<CalendarPlus size={15} />}
        onSelect={() => void updateTask(task, { dueDate: accountDay(1) })}
      >
        {t("Due Tomorrow")}
      </MenuItem>
      {!task.isOthers && (
        <MenuItem
          icon={<AlarmClock size={15} />}
          onSelect={() =>
            remindOf(
              { taskId: task.id },
              task.title,
              task.dueDate ? { isTimed: task.dueTime !== null } : undefined,
            )
          }
        >
          {t("Remind Me...")}
        </MenuItem>
      )}
      {!task.completed && <FocusItems task={task} />}
      {!isOfCard && (
        <MenuItem
          icon={<ListChecks size={15} />}
          onSelect={() => selectTasks(toggled(useTaskSelection.getState().selection, task.id))}
        >
          {t("Select")}
        </MenuItem>
      )}
      {(onMove ?? children) && <MenuDivider />}
      {children}
      {onMove && (
        <>
          <MenuItem
            icon={<ArrowUp size={15} />}
            hint={keys("Alt+ArrowUp")}
            onSelect={() => onMove(task.id, -1)}
          >
            {t("Move Up")}
          </MenuItem>
          <MenuItem
            icon={<ArrowDown size={15} />}
            hint={keys("Alt+ArrowDown")}
            onSelect={() => onMove(task.id, 1)}
          >
            {t("Move Down")}
          </MenuItem>
        </>
      )}
      {!task.noteId && (
        <>
          <MenuDivider />
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void removeTasks([task])}>
            {t("Delete")}
          </MenuItem>
        </>
      )}
    </>
  );
}
