import type { ImportItem, ImportRowKind } from "#contract/imports.ts";
import { plural } from "../../lib/messages/plural.ts";
import { eventCount, taskCount, written } from "./import-words.ts";

const WORDS: Record<ImportRowKind, (count: number) => string> = {
  tasks: taskCount,
  events: eventCount,
  completions: (count) =>
    plural(
      count,
      { one: "{count} time a repeating task was done", other: "{count} times a repeating task was done" },
      written(count),
    ),
  calendars: (count) =>
    plural(count, { one: "{count} calendar", other: "{count} calendars" }, written(count)),
  answers: (count) =>
    plural(count, { one: "{count} reply of a guest", other: "{count} replies of guests" }, written(count)),
  reminders: (count) =>
    plural(count, { one: "{count} reminder", other: "{count} reminders" }, written(count)),
  threads: (count) =>
    plural(count, { one: "{count} comment thread", other: "{count} comment threads" }, written(count)),
  comments: (count) => plural(count, { one: "{count} comment", other: "{count} comments" }, written(count)),
  templates: (count) =>
    plural(count, { one: "{count} note template", other: "{count} note templates" }, written(count)),
  tagFences: (count) =>
    plural(
      count,
      {
        one: "{count} tag that AI may not read everywhere",
        other: "{count} tags that AI may not read everywhere",
      },
      written(count),
    ),
  assistantActions: (count) =>
    plural(
      count,
      { one: "{count} action for the writing assistant", other: "{count} actions for the writing assistant" },
      written(count),
    ),
  metrics: (count) => plural(count, { one: "{count} metric", other: "{count} metrics" }, written(count)),
  metricValues: (count) =>
    plural(count, { one: "{count} value of a metric", other: "{count} values of metrics" }, written(count)),
  projects: (count) => plural(count, { one: "{count} project", other: "{count} projects" }, written(count)),
  projectTasks: (count) =>
    plural(count, { one: "{count} task in a project", other: "{count} tasks in projects" }, written(count)),
  projectEvents: (count) =>
    plural(count, { one: "{count} event in a project", other: "{count} events in projects" }, written(count)),
  projectFiles: (count) =>
    plural(count, { one: "{count} file in a project", other: "{count} files in projects" }, written(count)),
  projectTemplates: (count) =>
    plural(count, { one: "{count} project template", other: "{count} project templates" }, written(count)),
  noteSeo: (count) =>
    plural(
      count,
      {
        one: "{count} note with its keyphrase and description",
        other: "{count} notes with their keyphrases and descriptions",
      },
      written(count),
    ),
  layouts: (count) =>
    plural(count, { one: "{count} dashboard", other: "{count} dashboards" }, written(count)),
  pictures: (count) =>
    plural(count, { one: "{count} gallery picture", other: "{count} gallery pictures" }, written(count)),
  chats: (count) => plural(count, { one: "{count} chat", other: "{count} chats" }, written(count)),
  chatMessages: (count) =>
    plural(count, { one: "{count} chat message", other: "{count} chat messages" }, written(count)),
  memories: (count) => plural(count, { one: "{count} memory", other: "{count} memories" }, written(count)),
  words: (count) =>
    plural(
      count,
      { one: "{count} day of words written in a note", other: "{count} days of words written in notes" },
      written(count),
    ),
  wordHours: (count) =>
    plural(
      count,
      { one: "{count} hour of words written in a note", other: "{count} hours of words written in notes" },
      written(count),
    ),
};

/** What an item is called; rows without a title by how many there are of what. */
export function itemWords({ kind, title, path }: Pick<ImportItem, "kind" | "title" | "path">): string {
  const count = Number.parseInt(path);
  if (title || path !== `${count} ${kind}`) return title || path;
  return WORDS[kind as ImportRowKind](count);
}
