import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const TaskPriority = z.enum(["high", "medium", "low"]);

const Day = z.iso.date();
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const Task = z
  .object({
    id: Id,
    title: z.string(),
    completed: z.boolean(),
    priority: TaskPriority,
    category: z.string().describe("Free text; 'general' unless chosen"),
    dueDate: Day.nullable().describe("A day of the user's calendar, in no time zone"),
    dueTime: TimeOfDay.nullable().describe("HH:MM of that day; null means some time that day"),
    noteId: Id.nullable().describe("The note whose checkbox it is; null for a task of its own"),
    blockId: z.string().nullable().describe("Which block of that note"),
    completedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Something to do: on its own, or a checkbox in a note");
export type Task = z.infer<typeof Task>;

const title = text(1000).pipe(z.string().trim().min(1));
const category = text(100);
const due = { dueDate: Day.nullable(), dueTime: TimeOfDay.nullable() };

export const tasks = {
  list: signedIn
    .route({ method: "GET", path: "/tasks", summary: "Tasks, the next due first, undated ones last" })
    .input(
      z.object({
        noteId: Id.optional(),
        completed: z.stringbool().or(z.boolean()).optional(),
        dueFrom: Day.optional(),
        dueTo: Day.optional().describe("Including this day"),
        cursor: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ tasks: z.array(Task), nextCursor: z.string().nullable() })),

  get: signedIn
    .route({ method: "GET", path: "/tasks/{taskId}", summary: "One task" })
    .input(z.object({ taskId: Id }))
    .output(Task),

  create: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/tasks", summary: "Create a task", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        title,
        priority: TaskPriority.default("medium"),
        category: category.default("general"),
        dueDate: due.dueDate.optional().describe("Absent: what the title says in words, such as 'tomorrow'"),
        dueTime: due.dueTime.optional(),
      }),
    )
    .output(Task),

  update: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "PATCH",
      path: "/tasks/{taskId}",
      summary: "Change a task; a checkbox of a note is ticked in the note itself",
    })
    .input(
      z.object({
        taskId: Id,
        title: title.optional(),
        completed: z.boolean().optional(),
        priority: TaskPriority.optional(),
        category: category.optional(),
        dueDate: due.dueDate.optional(),
        dueTime: due.dueTime.optional(),
      }),
    )
    .output(Task),

  schedule: signedIn
    .route({
      method: "PUT",
      path: "/notes/{noteId}/checkboxes/{blockId}/due",
      summary: "Set or remove the due day of a note's checkbox, by its block",
    })
    .input(
      z.object({
        noteId: Id,
        blockId: z.string().regex(/^[\w-]{1,64}$/),
        title: title.describe("Its words: the day stays until those of them that say a day change"),
        ...due,
      }),
    )
    .output(Done),

  remove: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "DELETE", path: "/tasks/{taskId}", summary: "Put a task into the trash for 30 days" })
    .input(z.object({ taskId: Id }).describe("A line of a note is deleted in the note: CONFLICT"))
    .output(Done),

  restore: signedIn
    .route({ method: "POST", path: "/tasks/{taskId}/restore", summary: "Take a task out of the trash" })
    .input(z.object({ taskId: Id }))
    .output(Task),
};

export const tasksNoun = defineNoun({
  operations: tasks,
  liveEntities: ["task"],
  activityTypes: ["task_created", "task_updated", "task_deleted", "task_restored"],
  activityEntities: ["task"],
  trash: { task: "tasks" },
  importKinds: ["tasks"],
});
