import type { ChangedRecord } from "../parts.ts";
import { ACCESS_WORDS } from "../../../kernel/ai-access/access-words.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { clockTime, dayOfYear, inFull, shortDay } from "../../../lib/dates.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { t } from "../../../lib/messages/t.ts";
import { ruleWords } from "./rule-words.ts";

type Kind = ChangedRecord["kind"];
type Action = ChangedRecord["action"];
type Field = ChangedRecord["fields"][number];
type Value = Field["after"];

const TITLES: Record<Kind, Record<Action, (title: string) => string>> = {
  note: {
    create: (title) => t("Create note “{title}”", { title }),
    update: (title) => t("Change note “{title}”", { title }),
    remove: (title) => t("Move note “{title}” to the trash", { title }),
  },
  folder: {
    create: (title) => t("Create folder “{title}”", { title }),
    update: (title) => t("Change folder “{title}”", { title }),
    remove: (title) => t("Move folder “{title}” to the trash", { title }),
  },
  task: {
    create: (title) => t("Create task “{title}”", { title }),
    update: (title) => t("Change task “{title}”", { title }),
    remove: (title) => t("Move task “{title}” to the trash", { title }),
  },
  event: {
    create: (title) => t("Create event “{title}”", { title }),
    update: (title) => t("Change event “{title}”", { title }),
    remove: (title) => t("Move event “{title}” to the trash", { title }),
  },
  reminder: {
    create: (title) => (title ? t("Set a reminder for “{title}”", { title }) : t("Set a reminder")),
    update: (title) => (title ? t("Change the reminder for “{title}”", { title }) : t("Change a reminder")),
    remove: (title) => (title ? t("Delete the reminder for “{title}”", { title }) : t("Delete a reminder")),
  },
  file: {
    create: (title) => t("Add file “{title}”", { title }),
    update: (title) => t("Rename file “{title}”", { title }),
    remove: (title) => t("Move file “{title}” to the trash", { title }),
  },
  layout: {
    create: (title) => t("Create dashboard “{title}”", { title }),
    update: (title) => t("Change dashboard “{title}”", { title }),
    remove: (title) => t("Move dashboard “{title}” to the trash", { title }),
  },
};

/** "Create task “Call Ann”". */
export const recordTitle = ({
  kind,
  action,
  title,
}: Pick<ChangedRecord, "kind" | "action" | "title">): string =>
  TITLES[kind][action](title.trim() || (kind === "reminder" ? "" : t("Untitled")));

/** As the dialogs of tasks, events and reminders name them. */
const LABELS: Record<string, string> = {
  title: t("Title"),
  name: t("Name"),
  description: t("Description"),
  tags: t("Tags"),
  addTags: t("Add tags"),
  removeTags: t("Remove tags"),
  category: t("Category"),
  folderId: t("Folder"),
  projectId: t("Project"),
  parentId: t("Place"),
  isFavorite: t("Favorite"),
  aiAccess: t("AI access"),
  status: t("Status"),
  completed: t("Done"),
  priority: t("Priority"),
  startDate: t("Start day"),
  dueDate: t("Due day"),
  dueTime: t("Due time"),
  estimateMinutes: t("Estimate"),
  spentMinutes: t("Time spent"),
  plannedAt: t("Planned"),
  plannedMinutes: t("Planned for"),
  repeat: t("Repeats"),
  repeatFrom: t("Repeats from"),
  myDay: t("My Day"),
  waitsFor: t("Waits for"),
  noteIds: t("Notes"),
  noteId: t("Note"),
  taskId: t("Task"),
  eventId: t("Event"),
  calendarId: t("Calendar"),
  date: t("Start"),
  time: t("Start time"),
  endDate: t("End"),
  endTime: t("End time"),
  timeZone: t("Time zone"),
  location: t("Location"),
  type: t("Type"),
  exceptDates: t("Left out"),
  extraDates: t("Also on"),
  attendees: t("Guests"),
  reminderDate: t("When"),
  localTime: t("When"),
  minutesBefore: t("Before"),
  frequency: t("Frequency"),
  config: t("Widgets"),
  body: t("Text"),
};

/** A field that the product has no word for has its name. */
export const fieldLabel = (kind: Kind, name: string): string =>
  kind === "task" && name === "parentId" ? t("Part of") : (LABELS[name] ?? name);

const CHOICES: Record<string, Record<string, string>> = {
  priority: { high: t("High"), medium: t("Medium"), low: t("Low") },
  status: { todo: t("To do"), doing: t("In progress"), done: t("Done") },
  repeatFrom: { due: t("the due day"), completion: t("the day it is done") },
  frequency: {
    once: t("Once"),
    daily: t("Daily"),
    weekly: t("Weekly"),
    monthly: t("Monthly"),
    yearly: t("Yearly"),
    custom: t("Custom"),
  },
  aiAccess: ACCESS_WORDS,
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/;
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What ids stand for, as far as the page knows: names of folders and projects. */
export type Names = ReadonlyMap<string, string>;

const dayWords = (day: string): string => {
  const date = new Date(`${day}T00:00`);
  return date.getFullYear() === new Date().getFullYear() ? shortDay(date) : dayOfYear(date);
};

/** The value as people read it; null for one that is empty, undefined for one that says nothing to them, such as an id. */
export function valueWords(name: string, value: Value, names: Names): string | null | undefined {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value === "number")
    return name.endsWith("Minutes") || name === "minutesBefore"
      ? minutesInWords(value)
      : value.toLocaleString(language);
  if (typeof value === "string") return textWords(name, value, names);
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return null;
  const words = value.map((each) =>
    typeof each === "object" && each !== null && !Array.isArray(each) && typeof each["email"] === "string"
      ? each["email"]
      : valueWords(name, each, names),
  );
  return words.every((each) => typeof each === "string")
    ? new Intl.ListFormat(language, { type: "unit" }).format(words)
    : undefined;
}

function textWords(name: string, text: string, names: Names): string | undefined {
  const choice = CHOICES[name]?.[text];
  if (choice) return choice;
  if (name === "repeat") return ruleWords(text);
  if (ID.test(text)) return names.get(text);
  if (DAY.test(text)) return dayWords(text);
  if (TIME.test(text)) return clockTime(new Date(`2000-01-01T${text}`));
  if (MOMENT.test(text))
    return t("{day} at {time}", { day: dayWords(text.slice(0, 10)), time: clockTime(new Date(text)) });
  if (INSTANT.test(text)) return inFull(text);
  return text;
}

export type FieldWords = { name: string; label: string; before: string | null; after: string | null };

/**
 * The fields that say something: of what is created those with a value that its title does not say. An id that nobody knows is told as
 * "changed", without what it was.
 */
export function fieldWords({ kind, action, fields, title }: ChangedRecord, names: Names): FieldWords[] {
  const order = Object.keys(LABELS);
  const inOrder = fields.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  return inOrder.flatMap(({ name, before, after }) => {
    if (name === "body" || name === "writtenBy" || name === "earlier") return [];
    const isCreated = action === "create";
    if (isCreated && (after === title || name === "takenBack")) return [];
    const [was, becomes] = [valueWords(name, before, names), valueWords(name, after, names)];
    if (isCreated && (becomes === null || isDefault(name, after))) return [];
    const label = fieldLabel(kind, name);
    if (becomes === undefined || was === undefined)
      return [{ name, label, before: null, after: isCreated ? t("set") : t("changed") }];
    return [{ name, label, before: isCreated ? null : (was ?? t("empty")), after: becomes ?? t("empty") }];
  });
}

/** Names of folders, with those that are to be made by these changes. */
export function withMade(names: Map<string, string>, records: readonly ChangedRecord[]): Names {
  for (const { kind, action, recordId, title } of records)
    if (kind === "folder" && action === "create" && !names.has(recordId)) names.set(recordId, title);
  return names;
}

/** What everything has unless somebody chose otherwise. */
const DEFAULTS: Record<string, Value> = {
  category: "general",
  type: "event",
  isFavorite: false,
  completed: false,
  repeatFrom: "due",
};
const isDefault = (name: string, value: Value): boolean => DEFAULTS[name] === value;

/** The text that a new note begins with, as far as it is Markdown. */
export function bodyOfNew({ fields }: ChangedRecord): string | null {
  const body = fields.find(({ name }) => name === "body")?.after;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  return body["format"] !== "html" && typeof body["text"] === "string" && body["text"] !== ""
    ? body["text"]
    : null;
}
