import { ListTodo, RotateCcw, Trash2 } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

export const tasks = defineManifest({
  live: { task: () => invalidate(api.tasks.key()) },
  activity: {
    types: {
      task_created: { icon: ListTodo, words: "Task created" },
      task_updated: { icon: ListTodo, words: "Task updated" },
      task_deleted: { icon: Trash2, words: "Task deleted" },
      task_restored: { icon: RotateCcw, words: "Task restored" },
    },
  },
});
