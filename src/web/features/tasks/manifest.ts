import { ListTodo, RotateCcw, Trash2 } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";

export const tasks = defineManifest({
  live: { task: () => invalidate(api.tasks.key()) },
  activity: {
    types: {
      task_created: { icon: ListTodo, words: t("Task created") },
      task_updated: { icon: ListTodo, words: t("Task updated") },
      task_deleted: { icon: Trash2, words: t("Task deleted") },
      task_restored: { icon: RotateCcw, words: t("Task restored") },
    },
  },
});
