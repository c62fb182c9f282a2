import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { ProjectColor, ProjectContent, ProjectStatus } from "#contract/projects.ts";
import { createdAt, updatedAt, userId } from "./columns.ts";
import { calendarEvents } from "./calendar.ts";
import { files } from "./files.ts";
import { folders } from "./folders.ts";
import { notes } from "./notes.ts";
import { tasks } from "./tasks.ts";

/** A workspace over what there is. Deleted, it leaves its folder, its page and its tasks as they are. */
export const projects = pgTable(
  "projects",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    status: text("status").$type<ProjectStatus>().notNull().default("active"),
    color: text("color").$type<ProjectColor>().notNull().default("gray"),
    dueDate: date("due_date"),
    folderId: uuid("folder_id"),
    noteId: uuid("note_id"),
    /** Whether those who see its folder see it, too, with its tasks. */
    isShared: boolean("is_shared").notNull().default(false),
    completedAt: timestamp("completed_at", { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("projects_id_user").on(table.id, table.userId),
    index("projects_user").on(table.userId, table.dueDate),
    index("projects_folder").on(table.folderId),
    index("projects_note").on(table.noteId),
    // ON DELETE SET NULL of the one column in the migration, for which Drizzle has no words; so for the note.
    foreignKey({
      name: "projects_folder_owner",
      columns: [table.folderId, table.userId],
      foreignColumns: [folders.id, folders.userId],
    }),
    foreignKey({
      name: "projects_note_owner",
      columns: [table.noteId, table.userId],
      foreignColumns: [notes.id, notes.userId],
    }),
  ],
);

/** Tasks that were put into a project, each into one at most. */
export const projectTasks = pgTable(
  "project_tasks",
  {
    /** Of the task. */
    id: uuid("id").primaryKey(),
    userId: userId(),
    projectId: uuid("project_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("project_tasks_project").on(table.projectId),
    // DEFERRABLE in a migration: a guest puts a task into the project and then makes it.
    foreignKey({
      name: "project_tasks_task_owner",
      columns: [table.id, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "project_tasks_project_owner",
      columns: [table.projectId, table.userId],
      foreignColumns: [projects.id, projects.userId],
    }).onDelete("cascade"),
  ],
);

/** Events that were put into a project, each into one at most; of one that repeats the series, whose instances are there with it. */
export const projectEvents = pgTable(
  "project_events",
  {
    /** Of the event. */
    id: uuid("id").primaryKey(),
    userId: userId(),
    projectId: uuid("project_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("project_events_project").on(table.projectId),
    foreignKey({
      name: "project_events_event_owner",
      columns: [table.id, table.userId],
      foreignColumns: [calendarEvents.id, calendarEvents.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "project_events_project_owner",
      columns: [table.projectId, table.userId],
      foreignColumns: [projects.id, projects.userId],
    }).onDelete("cascade"),
  ],
);

/** Files that were put into a project beside its notes, each into one at most; by its owner, or by a guest who edits it. */
export const projectFiles = pgTable(
  "project_files",
  {
    /** Of the file. */
    id: uuid("id").primaryKey(),
    /** Whose the file is. */
    userId: userId(),
    projectId: uuid("project_id").notNull(),
    createdAt: createdAt(),
    /** Whose the project is: unless told otherwise the caller's, as `app_user_id` has it, on which a default must not depend. */
    projectOwnerId: uuid("project_owner_id")
      .notNull()
      .default(sql`nullif(current_setting('app.user_id', true), '')::uuid`),
  },
  (table) => [
    index("project_files_project").on(table.projectId),
    foreignKey({
      name: "project_files_file_owner",
      columns: [table.id, table.userId],
      foreignColumns: [files.id, files.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "project_files_project_owner",
      columns: [table.projectId, table.projectOwnerId],
      foreignColumns: [projects.id, projects.userId],
    }).onDelete("cascade"),
  ],
);

/** What a project can begin with: its own copy of folders, notes and tasks, which is nowhere listed among those. */
export const projectTemplates = pgTable(
  "project_templates",
  {
    id: uuid("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    content: jsonb("content").$type<ProjectContent>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("project_templates_user").on(table.userId, table.name)],
);
