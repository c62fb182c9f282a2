import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarScreen } from "../../features/calendar/calendar-screen.tsx";
import type { CalendarSearch } from "../../features/calendar/model/periods.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { t } from "../../lib/messages/t.ts";

export function CalendarPage() {
  const search = useSearch({ strict: false }) as CalendarSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Calendar"));
  return (
    <CalendarScreen
      search={search}
      heading={heading}
      onTask={(task) => void navigate({ to: "/app/tasks", search: { task } as never })}
      onSearch={(next, isStep = false) =>
        void navigate({
          to: "/app/calendar",
          search: (before: CalendarSearch) => ({ ...before, ...next }) as never,
          replace: !isStep,
        })
      }
    />
  );
}
