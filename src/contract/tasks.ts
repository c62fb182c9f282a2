import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const TaskPriority = z.enum(["high", "medium", "low"]);
const TaskStatus = z.enum(["todo", "doing", "done"]).describe("Its column on the board; done is completed");
const RepeatFrom = z
  .enum(["due", "completion"])
  .describe("What the next instance is counted from: the day it was due, or the day it was done");

const Day = z.iso.date();
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const Task = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    status: TaskStatus,
    completed: z.boolean().describe("Whether its status is done"),
    priority: TaskPriority,
    category: z.string().describe("Free text; 'general' unless chosen"),
    tags: z.array(z.string()),
    startDate: Day.nullable().describe("The day from which it can be done"),
    dueDate: Day.nullable().describe("A day of the user's calendar, in no time zone"),
    dueTime: TimeOfDay.nullable().describe("HH:MM of that day; null means some time that day"),
    estimateMinutes: z.number().int().nullable().describe("How long it takes, in minutes"),
    repeat: z.string().nullable().describe("How it comes again: an RRULE of RFC 5545 without its name"),
    repeatFrom: RepeatFrom,
    myDay: Day.nullable().describe("The day it was put on My Day"),
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
/** Parts of a rule that name days; none makes a task come again within a day. */
const RULE =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL|COUNT|UNTIL|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|WKST)=[A-Z0-9,+-]+)*$/;
/** What may be said of a task at its creation and after it. */
const details = {
  description: text(10_000).optional(),
  status: TaskStatus.optional().describe("Where `completed` is given as well, `completed` counts"),
  completed: z.boolean().optional(),
  tags: z.array(text(100)).max(100).optional(),
  startDate: Day.nullable().optional(),
  estimateMinutes: z.number().int().min(1).max(10_080).nullable().optional(),
  repeat: text(500).pipe(z.string().regex(RULE)).nullable().optional(),
  repeatFrom: RepeatFrom.optional(),
  myDay: Day.nullable().optional(),
};

export const tasks = {
  list: signedIn
    .route({
      method: "GET",
      path: "/tasks",
      summary: "Tasks, the next due first and undated ones last unless sorted",
    })
    .input(
      z.object({
        noteId: Id.optional(),
        completed: z.stringbool().or(z.boolean()).optional(),
        dueFrom: Day.optional(),
        dueTo: Day.optional().describe("Including this day"),
        dated: z.stringbool().or(z.boolean()).optional().describe("With a due day, or without one"),
        onDay: Day.optional().describe("Due on this day or before it, or put on My Day for it"),
        status: TaskStatus.optional(),
        tag: text(100).optional(),
        sort: z
          .enum(["due", "created", "completed"])
          .default("due")
          .describe("created: the oldest first; completed: the latest first"),
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
        ...details,
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
      summary:
        "Change a task; a checkbox of a note is ticked in the note itself. One that repeats moves on when it is done",
    })
    .input(
      z.object({
        taskId: Id,
        title: title.optional(),
        ...details,
        instance: Day.nullable()
          .optional()
          .describe(
            "With `completed`, the due day it was done for: one that has moved on since stays as it is",
          ),
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
