import { Square, SquareCheck } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import type { FindFacet, Found } from "../../kernel/find-facet.ts";
import { onAccountClock } from "../../kernel/account/account-clock.ts";
import { dueWords } from "../../kernel/tasks/due-phrase.ts";
import { knownTasks } from "../../kernel/tasks/task-lists.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";

function foundOf(task: Task): Found {
  const due = task.completed ? t("Done") : dueWords(task, onAccountClock(new Date()))?.words;
  return {
    id: `task.${task.id}`,
    title: task.title,
    about: [due, ...task.tags.map((tag) => `#${tag}`)].filter(Boolean).join(" · "),
    icon: task.completed ? SquareCheck : Square,
    href: `/app/tasks?task=${task.id}`,
    isDone: task.completed,
    text: `${task.title} ${task.tags.join(" ")} ${task.description}`,
  };
}

export const findTasks: FindFacet = {
  title: t("Tasks"),
  keyOf: (input) => [...api.tasks.search.queryKey({ input }), "found"],
  find: async (input) => (await api.tasks.search.call(input)).tasks.map(foundOf),
  known: () => [...knownTasks().values()].map(foundOf),
};
