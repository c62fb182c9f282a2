import { ListTodo, RotateCcw, SquareCheck, SquarePlus, Trash2 } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { refreshTasks } from "../../kernel/tasks/refresh-tasks.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    /** `noteId` is an own note that the task links to. */
    "task-from-words": { words: string; noteId: string | null };
  }
}

export const tasks = defineManifest({
  actions: [
    goTo({
      id: "tasks",
      title: t("Tasks"),
      icon: ListTodo,
      href: "/app/tasks",
      keywords: t("to do todo my day upcoming done checklist board"),
      after: "go.calendar",
    }),
    {
      id: "task.new",
      title: t("New Task"),
      group: "General",
      icon: SquarePlus,
      keywords: t("add task todo quick add remind"),
      run: ({ go }) => go("/app/tasks?add=yes"),
    },
  ],
  laterActions: async () => (await import("./focus/focus-actions.ts")).focusActions,
  dialogs: {
    "task-from-words": deferred(async () => (await import("./task-from-words.tsx")).TaskFromWords),
  },
  capture: {
    id: "task",
    title: t("Task"),
    View: deferred(async () => (await import("./capture-task.tsx")).CaptureTask),
  },
  everywhere: deferred(async () => (await import("./focus/focus-pill.tsx")).FocusPill),
  live: { task: refreshTasks },
  trash: {
    task: {
      icon: SquareCheck,
      singular: t("Task"),
      plural: t("Tasks"),
      count: (count) => plural(count, { one: "{count} task", other: "{count} tasks" }),
      refresh: refreshTasks,
    },
  },
  finds: async () => (await import("./found-tasks.ts")).findTasks,
  activity: {
    types: {
      task_created: { icon: ListTodo, words: t("Task created") },
      task_updated: { icon: ListTodo, words: t("Task updated") },
      task_deleted: { icon: Trash2, words: t("Task deleted") },
      task_restored: { icon: RotateCcw, words: t("Task restored") },
    },
  },
});
