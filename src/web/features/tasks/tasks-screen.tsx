import { CalendarCheck, CalendarClock, CheckCheck, Columns3, List, ListTodo, X } from "lucide-react";
import { useEffect, useRef, type Ref } from "react";
import { useIsOffline } from "../../platform/connection.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { t } from "../../lib/messages/t.ts";
import { isoDay } from "../../lib/dates.ts";
import { AddTask } from "./add-task.tsx";
import { TaskBoard } from "./list/task-board.tsx";
import { TaskDialog } from "./dialog/task-dialog.tsx";
import { TaskList } from "./list/task-list.tsx";
import {
  choicesOf,
  doneInOrder,
  type TaskChoices,
  useInstances,
  type TasksSearch,
  useTask,
  useTasks,
  VIEWS,
} from "./tasks-query.ts";

type TasksScreenProps = {
  search: TasksSearch;
  /** `isStep`: Back takes it back. */
  onSearch: (next: TasksSearch, isStep?: boolean) => void;
  heading: Ref<HTMLHeadingElement>;
};

const PANEL = "tasks-panel";

/** Everything to do, of its own and in notes. */
export function TasksScreen({ search, onSearch, heading }: TasksScreenProps) {
  // Past midnight it is another day, also on a page that stays open.
  const day = isoDay(useAccountNow());
  const choices = choicesOf(search, day);
  const { view, tag, isBoard } = choices;
  const list = useTasks(choices);
  const listed = list.data?.pages.flatMap((page) => page.tasks) ?? [];
  const done = useInstances(view === "done" && !tag && !isBoard);
  const tasks = done.instances.length > 0 ? doneInOrder(listed, done) : listed;
  const open = useTask(search.task);
  const given = { ...(view === "today" && { myDay: day }), ...(tag && { tags: [tag] }) };
  return (
    <Screen
      frame={isBoard ? "full" : "reading"}
      title={t("Tasks")}
      heading={heading}
      actions={
        <div className="flex items-center gap-1.5">
          {view === "today" && (
            <Button onClick={() => openDialog({ kind: "plan-day" })} className="pointer-coarse:h-11">
              <CalendarCheck size={16} aria-hidden="true" /> {t("Plan My Day")}
            </Button>
          )}
          <IconButton
            label={t("Board")}
            isOn={isBoard}
            onClick={() => onSearch({ layout: isBoard ? "" : "board" })}
          >
            {isBoard ? <List size={16} /> : <Columns3 size={16} />}
          </IconButton>
        </div>
      }
      filters={
        <div className="flex flex-wrap items-center gap-2">
          <TabList
            label={t("Tasks")}
            tabs={VIEWS}
            current={view}
            panelId={PANEL}
            onChoose={(next) => onSearch({ view: next })}
          />
          {view === "anytime" && (
            <IconButton
              label={t("Show tasks that start later")}
              isOn={choices.hasLater}
              className="ms-auto"
              onClick={() => onSearch({ later: choices.hasLater ? "" : "yes" })}
            >
              <CalendarClock size={16} />
            </IconButton>
          )}
          {tag && (
            <Button
              look="quiet"
              onClick={() => onSearch({ tag: "" }, true)}
              aria-label={t("#{tag}: show all tags", { tag })}
            >
              #{tag} <X size={13} aria-hidden="true" />
            </Button>
          )}
        </div>
      }
    >
      <div {...tabPanel(PANEL, view)}>
        {view !== "done" && (
          <AddTask given={given} isWanted={search.add === "yes"} onFocused={() => onSearch({ add: "" })} />
        )}
        {list.isPending ? (
          <SkeletonRows count={6} />
        ) : list.isError && !list.data ? (
          <LoadFailed onRetry={() => void list.refetch()} />
        ) : tasks.length === 0 && !isBoard ? (
          <NoTasks choices={choices} />
        ) : isBoard ? (
          <TaskBoard tasks={tasks} choices={choices} onOpen={(task) => onSearch({ task: task.id }, true)} />
        ) : (
          <TaskList
            key={`${view} ${tag}`}
            tasks={tasks}
            instances={done.instances}
            choices={choices}
            hasMore={list.hasNextPage}
            onOpen={(taskId) => onSearch({ task: taskId }, true)}
            onTag={(next) => onSearch({ tag: next }, true)}
          />
        )}
        {list.isFetchNextPageError ? (
          <LoadFailed onRetry={() => void list.fetchNextPage()} />
        ) : (
          <EndOfList
            isMore={(list.hasNextPage && !list.isFetchingNextPage) || done.hasMore}
            onReach={() => {
              if (list.hasNextPage) void list.fetchNextPage();
              if (done.hasMore) done.loadMore();
            }}
          />
        )}
      </div>
      {open && (
        <TaskDialog
          key={open.id}
          task={open}
          onOpen={(task) => onSearch({ task: task.id }, true)}
          onClose={() => onSearch({ task: "" })}
        />
      )}
    </Screen>
  );
}

/** Asks for more as soon as the end of the list comes into sight. */
function EndOfList({ isMore, onReach }: { isMore: boolean; onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => void (reach.current = onReach));
  useEffect(() => {
    if (!isMore || !end.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach.current(), {
      rootMargin: "400px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isMore]);
  return <div ref={end} aria-hidden="true" />;
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const isOffline = useIsOffline();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>{isOffline ? t("Can't load tasks while offline.") : t("Failed to load tasks")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}

function NoTasks({ choices: { view, tag } }: { choices: TaskChoices }) {
  if (view === "done")
    return (
      <EmptyState icon={<CheckCheck size={20} />} title={t("Nothing done yet")}>
        {t("Tasks you finish appear here, by the day they were done.")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ListTodo size={20} />}
      title={
        tag ? t("No tasks with this tag") : view === "today" ? t("Nothing due today") : t("No tasks yet")
      }
    >
      {t("Write a task above, or a checkbox in a note: both appear here.")}
    </EmptyState>
  );
}
