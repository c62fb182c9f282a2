import { useNavigate, useSearch } from "@tanstack/react-router";
import type { TasksSearch } from "../../features/tasks/tasks-query.ts";
import { TasksScreen } from "../../features/tasks/tasks-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

export function TasksPage() {
  const search = useSearch({ strict: false }) as TasksSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Tasks"));
  return (
    <TasksScreen
      search={search}
      heading={heading}
      onSearch={(next, isStep = false) =>
        void navigate({
          to: "/app/tasks",
          search: (before: TasksSearch) => ({ ...before, ...next }) as never,
          replace: !isStep,
        })
      }
    />
  );
}
