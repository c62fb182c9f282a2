import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { CalendarScreen } from "../../features/calendar/calendar-screen.tsx";
import type { CalendarSearch } from "../../features/calendar/model/periods.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

const AddTaskDialog = lazyPart(
  async () => (await import("../../features/tasks/add-task-dialog.tsx")).AddTaskDialog,
);

export function CalendarPage() {
  const { createTask, ...search } = useSearch({ strict: false }) as CalendarSearch & { createTask?: string };
  const navigate = useNavigate();
  const heading = usePageTitle(t("Calendar"));
  const goTo = (next: CalendarSearch & { createTask?: string }, replace: boolean) =>
    void navigate({
      to: "/app/calendar",
      search: (before: CalendarSearch) => ({ ...before, ...next }) as never,
      replace,
    });
  return (
    <>
      <CalendarScreen
        search={search}
        heading={heading}
        onTask={(task) => void navigate({ to: "/app/tasks", search: { task } as never })}
        onSearch={(next, isStep = false) => goTo(next, !isStep)}
      />
      {createTask === "true" && (
        <AwaitPart fallback={null}>
          <AddTaskDialog day={search.on} onClose={() => goTo({ createTask: "" }, true)} />
        </AwaitPart>
      )}
    </>
  );
}
