import {
  Activity,
  CalendarDays,
  Calculator,
  FolderKanban,
  ListTodo,
  NotebookText,
  ScrollText,
  Zap,
} from "lucide-react";
import { widget as upcomingEvents } from "../../features/calendar/widgets/upcoming-events.tsx";
import { widget as quickActions } from "../../features/dashboard/widgets/quick-actions.tsx";
import { widget as notesSummary } from "../../features/notes/widgets/notes-summary.tsx";
import { widget as recentActivity } from "../../features/notes/widgets/recent-activity.tsx";
import { widget as taskList } from "../../features/tasks/widgets/task-list.tsx";
import type { CatalogEntry, Widget } from "../../kernel/widgets/widget.ts";
import { t } from "../../lib/messages/t.ts";

const of = (file: () => Promise<{ widget: Widget }>) => async () => (await file()).widget;

/** Every component of a dashboard: a new one is its own file and an entry here. */
export const catalog: readonly CatalogEntry[] = [
  {
    id: "recent-activity",
    name: t("Recent Activity"),
    description: t("The notes you made and changed last."),
    category: "Activity",
    icon: Activity,
    componentKey: "recent-activity",
    tags: [t("history"), t("notes"), t("log")],
    size: "M",
    isEveryday: true,
    load: () => recentActivity,
  },
  {
    id: "activity-log",
    name: t("Activity Log"),
    description: t("The last ten things that were done, whatever they were."),
    category: "Activity",
    icon: ScrollText,
    componentKey: "activity-log",
    tags: [t("history"), t("changes")],
    size: "M",
    load: of(() => import("./activity-log-widget.tsx")),
  },
  {
    id: "quick-actions",
    name: t("Quick Actions"),
    description: t("What you do most, one click away."),
    category: "Actions",
    icon: Zap,
    componentKey: "quick-actions",
    tags: [t("new note"), t("export"), t("shortcuts")],
    size: "M",
    isEveryday: true,
    load: () => quickActions,
  },
  {
    id: "notes-summary",
    name: t("Notes"),
    description: t("Your four latest notes, to continue."),
    category: "Content",
    icon: NotebookText,
    componentKey: "notes-summary",
    tags: [t("recent"), t("writing"), t("continue")],
    size: "M",
    isEveryday: true,
    load: () => notesSummary,
  },
  {
    id: "calendar-widget",
    name: t("Calendar"),
    description: t("What happens next."),
    category: "Time",
    icon: CalendarDays,
    componentKey: "calendar-widget",
    tags: [t("events"), t("schedule"), t("agenda")],
    size: "M",
    isEveryday: true,
    load: () => upcomingEvents,
  },
  {
    id: "task-list",
    name: t("Tasks"),
    description: t("What is left to do, ticked off here."),
    category: "Productivity",
    icon: ListTodo,
    componentKey: "task-list",
    tags: [t("to do"), t("my day"), t("checklist")],
    size: "M",
    isEveryday: true,
    load: () => taskList,
  },
  {
    id: "project",
    name: t("Projects"),
    description: t("Active, completed and overdue projects."),
    category: "Projects",
    icon: FolderKanban,
    componentKey: "project-active",
    tags: [t("progress"), t("deadlines")],
    size: "S",
    members: {
      "project-active": t("Active Projects"),
      "project-completed": t("Completed Projects"),
      "project-overdue": t("Overdue Projects"),
    },
    load: async (key) => (await import("../../features/dashboard/widgets/project.tsx")).projectWidget(key),
  },
  {
    id: "simple-calculator",
    name: t("Calculator"),
    description: t("Sums that are exact."),
    category: "Tools",
    icon: Calculator,
    componentKey: "simple-calculator",
    tags: [t("math"), t("numbers"), t("sum")],
    size: "M",
    load: of(() => import("../../features/dashboard/widgets/simple-calculator.tsx")),
  },
];
