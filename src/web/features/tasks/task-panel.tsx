import { CheckCheck, ListTodo } from "lucide-react";
import { useEffect, useRef } from "react";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { useIsReader } from "../../kernel/projects/people.tsx";
import { toast } from "../../ui/toast-store.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { t } from "../../lib/messages/t.ts";
import { AddTask } from "./add-task.tsx";
import { TaskBoard } from "./list/task-board.tsx";
import { TaskList } from "./list/task-list.tsx";
import { OpenTask } from "./open-task.tsx";
import { doneInOrder, type TaskChoices, useInstances, type TasksSearch, useTasks } from "./tasks-query.ts";

type TaskPanelProps = {
  choices: TaskChoices;
  search: TasksSearch;
  /** `isStep`: Back takes it back. */
  onSearch: (next: TasksSearch, isStep?: boolean) => void;
};

/** The line that adds a task, the tasks as a list or a board, and the one that is open. */
export function TaskPanel({ choices, search, onSearch }: TaskPanelProps) {
  const { view, tag, isBoard, day, projectId } = choices;
  const isReader = useIsReader();
  const list = useTasks(choices);
  const listed = list.data?.pages.flatMap((page) => page.tasks) ?? [];
  const done = useInstances(view === "done" && !tag && !isBoard && !projectId);
  const tasks = done.instances.length > 0 ? doneInOrder(listed, done) : listed;
  const given = {
    ...(view === "today" && { myDay: day }),
    ...(tag && { tags: [tag] }),
    ...(projectId && { projectId }),
  };
  return (
    <>
      {view !== "done" && view !== "assigned" && !isReader && (
        <AddTask given={given} isWanted={search.add === "yes"} onFocused={() => onSearch({ add: "" })} />
      )}
      {list.isPending ? (
        <SkeletonRows count={6} />
      ) : list.isError && !list.data ? (
        <LoadFailed onRetry={() => void list.refetch()} />
      ) : tasks.length === 0 && !isBoard ? (
        <NoTasks choices={choices} />
      ) : isBoard ? (
        <TaskBoard
          tasks={tasks}
          choices={choices}
          hasMore={list.hasNextPage}
          onOpen={(task) => onSearch({ task: task.id }, true)}
        />
      ) : (
        <TaskList
          key={`${view} ${tag} ${projectId}`}
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
      <OpenTask
        taskId={search.task}
        onOpen={(task) => onSearch({ task }, true)}
        onClose={() => onSearch({ task: "" })}
      />
    </>
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
  useEffect(() => {
    if (!isOffline) toast.error(t("Failed to load tasks"), { title: t("Error") });
  }, [isOffline]);
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
  if (view === "assigned")
    return (
      <EmptyState icon={<ListTodo size={20} />} title={t("Nothing assigned to you")}>
        {t("Tasks that others assign to you in shared projects appear here.")}
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
