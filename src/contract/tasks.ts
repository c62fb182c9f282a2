import { z } from "zod";
import {
  Day,
  declares,
  Done,
  Id,
  Instant,
  signedIn,
  text,
  ToldDay,
  isStated,
  visibleText,
} from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { SearchInput } from "./shared/search-input.ts";
import { isRepeatRule } from "./shared/repeat-rule.ts";

export const TaskPriority = z.enum(["high", "medium", "low"]);
export const TaskStatus = z.enum(["todo", "doing", "done"]);

const RepeatFrom = z
  .enum(["due", "completion"])
  .describe("Whether the next day is counted from the one it was due or from the one it was done");

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
    parentId: Id.nullable().describe("The task whose sub-task it is"),
    position: z.number().describe("Its place in the order made by hand; new tasks come last"),
    startDate: ToldDay.nullable().describe("Not to be thought of before this day"),
    dueDate: ToldDay.nullable().describe("A day of the user's calendar, in no time zone"),
    dueTime: TimeOfDay.nullable().describe("HH:MM of that day; null means some time that day"),
    estimateMinutes: z.int().nullable(),
    spentMinutes: z.int(),
    plannedAt: Instant.nullable().describe("When time is set aside to do it; its due day is another matter"),
    plannedMinutes: z.int().nullable().describe("For how long; null exactly when `plannedAt` is"),
    repeat: z
      .string()
      .nullable()
      .describe("RRULE of RFC 5545 without its prefix; COUNT is what is left of it"),
    repeatFrom: RepeatFrom,
    myDay: ToldDay.nullable().describe(
      "The day the caller put it on My Day; of a task of someone else, the caller's own",
    ),
    waitsFor: z.array(Id).describe("Tasks that come before it; one of them may be gone"),
    noteIds: z.array(Id).describe("Notes it links to; one of them may be gone"),
    assigneeId: Id.nullable().describe("Whose it is to do, of those who see its project"),
    isOthers: z.literal(true).optional().describe("It belongs to someone else, who shares its project"),
    isForReading: z.literal(true).optional().describe("The caller can only look at that project"),
    project: z
      .object({ id: Id, title: z.string() })
      .optional()
      .describe("Where a task of someone else lies, in lists in which it stands beside one's own"),
    noteId: Id.nullable().describe("The note whose checkbox it is; null for a task of its own"),
    blockId: z.string().nullable().describe("Which block of that note"),
    completedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Something to do: on its own, or a checkbox in a note");
export type Task = z.infer<typeof Task>;

export const TaskCompletion = z
  .object({
    id: Id.describe("Of the task, or of one instance of a task that repeats"),
    taskId: Id,
    title: z.string(),
    dueDate: ToldDay.nullable(),
    completedAt: Instant,
    isInstance: z.boolean().describe("The task itself went on to its next day"),
  })
  .describe("Something that was done");
export type TaskCompletion = z.infer<typeof TaskCompletion>;

const PlannedAt = Instant.refine((at) => at >= "1900" && at < "9999-12", "A time from 1900 to 9999");
const PlannedMinutes = z.int().min(5).max(1440);

const title = visibleText(1000);
const due = { dueDate: Day.nullable(), dueTime: TimeOfDay.nullable() };
const tags = z.array(text(100)).max(100);
const ids = z.array(Id).max(20);
const MANY = 500;
const manyIds = z.array(Id).min(1).max(MANY).describe("Those that are not there are passed over");
const ManyTasks = z.object({ tasks: z.array(Task) });

/** What one task and many can be given alike. */
const shared = {
  status: TaskStatus.optional(),
  completed: z.boolean().optional().describe("The same as a status of done or todo; `status` goes first"),
  priority: TaskPriority.optional(),
  category: text(100).optional(),
  parentId: Id.nullable().optional().describe("At most five levels; a line of a note has its place there"),
  startDate: Day.nullable().optional(),
  dueDate: due.dueDate.optional(),
  dueTime: due.dueTime.optional(),
  estimateMinutes: z.int().min(1).max(10_080).nullable().optional(),
  plannedAt: PlannedAt.nullable().optional(),
  plannedMinutes: PlannedMinutes.nullable()
    .optional()
    .describe("Absent: as it was, else its estimate or half an hour"),
  repeat: z
    .string()
    .refine(isRepeatRule, "This rule of repetition can't be read.")
    .nullable()
    .optional()
    .describe("RRULE of days, weeks, months or years without its prefix, such as FREQ=WEEKLY;BYDAY=MO"),
  repeatFrom: RepeatFrom.optional(),
  myDay: Day.nullable().optional(),
};
const assigneeId = Id.nullable()
  .optional()
  .describe("Someone who sees the shared project it lies in, or oneself");
const ofOne = {
  ...shared,
  description: text(10_000).optional(),
  tags: tags.optional(),
  position: z.number().min(-1e12).max(1e12).optional(),
  spentMinutes: z.int().min(0).max(10_000_000).optional(),
  waitsFor: ids.optional().describe("Own tasks, without itself"),
  noteIds: ids.optional().describe("Own notes"),
};

/** Said of the completion of one instance of what repeats. */
const takenBack = Day.nullable()
  .optional()
  .describe("The due day that was not done after all: it is no longer among what was done");

export const tasks = {
  list: signedIn
    .route({ method: "GET", path: "/tasks", summary: "Tasks, unless sorted otherwise the next due first" })
    .input(
      z.object({
        noteId: Id.optional().describe("Checkboxes of this note"),
        projectId: Id.optional().describe("Of this project, also one that is shared with the caller"),
        assigned: isStated.optional().describe("Those the caller is to do, also in projects of others"),
        status: TaskStatus.optional(),
        completed: isStated.optional(),
        tag: text(100).optional(),
        parentId: Id.or(z.literal("none")).optional().describe("Sub-tasks of this one, or of none"),
        myDay: Day.optional(),
        onDay: Day.optional().describe(
          "Due on this day or before it, or put on My Day for it; unless a project is named, with those of others that are the caller's to do or that the caller put there",
        ),
        startFrom: Day.optional().describe("With a day on which they start, this one or later"),
        startTo: Day.optional().describe("Without those that start after this day"),
        dated: isStated.optional().describe("With a due day, or without one"),
        dueFrom: Day.optional(),
        dueTo: Day.optional().describe("Including this day"),
        plannedFrom: Instant.optional().describe("With time set aside that begins then or later"),
        plannedTo: Instant.optional().describe("With time set aside that begins before"),
        sort: z
          .enum(["due", "position", "completed"])
          .default("due")
          .describe("By due day, undated last; by hand; what was completed, the latest first"),
        cursor: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ tasks: z.array(Task), nextCursor: z.string().nullable() })),

  search: signedIn
    .route({ method: "GET", path: "/tasks/search", summary: "Search titles, descriptions and tags of tasks" })
    .input(SearchInput)
    .output(z.object({ tasks: z.array(Task).describe("What fits best first") })),

  get: signedIn
    .route({ method: "GET", path: "/tasks/{taskId}", summary: "One task" })
    .input(z.object({ taskId: Id }))
    .output(Task),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/tasks", summary: "Create a task", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        title,
        ...ofOne,
        projectId: Id.optional().describe("Put into this project; in one of someone else it is theirs"),
        dueDate: due.dueDate.optional().describe("Absent: what the title says in words, such as 'tomorrow'"),
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
        ...ofOne,
        assigneeId,
        instance: Day.nullable()
          .optional()
          .describe("The due day it is said for: nothing happens when a task that repeats has gone on since"),
        takenBack,
        onlyIf: z
          .object({ position: z.number() })
          .optional()
          .describe("What the task must still say; if it says something else by now, CONFLICT and no change"),
        spent: z
          .object({ id: Id, minutes: z.int().min(-100_000).max(100_000) })
          .optional()
          .describe("Minutes to add to the time spent; with the same id they count once"),
      }),
    )
    .output(Task),

  reorder: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PUT", path: "/tasks/{taskId}/position", summary: "Put a task before another, or last" })
    .input(
      z.object({
        taskId: Id,
        before: Id.nullable().describe("The task that comes after it; null for the end"),
        parentId: Id.nullable().optional().describe("Absent: it stays a sub-task of what it is"),
      }),
    )
    .output(Task),

  updateMany: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "PATCH", path: "/tasks", summary: "Change many tasks at once, all or none" })
    .input(
      z.object({
        taskIds: manyIds,
        change: z.object({
          ...shared,
          assigneeId,
          addTags: tags.optional(),
          removeTags: tags.optional(),
          takenBack,
        }),
        instances: z
          .record(Id, Day.nullable())
          .refine((days) => Object.keys(days).length <= MANY, `At most ${MANY} tasks`)
          .optional()
          .describe(
            "By the id of a task that repeats, the due day it is said for; one that has gone on since stays",
          ),
      }),
    )
    .output(ManyTasks),

  plan: signedIn
    .route({
      method: "PUT",
      path: "/tasks/plan",
      summary: "Set time aside for tasks, each its own, or take it back; all or none",
    })
    .input(
      z.object({
        blocks: z
          .array(
            z.object({
              taskId: Id,
              plannedAt: PlannedAt.nullable(),
              plannedMinutes: PlannedMinutes.nullable().optional(),
            }),
          )
          .min(1)
          .max(MANY)
          .describe("Those whose task is not there are passed over"),
      }),
    )
    .output(ManyTasks),

  removeMany: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/tasks/remove", summary: "Put many tasks into the trash for 30 days" })
    .input(
      z
        .object({ taskIds: manyIds })
        .describe("With a line of a note among them: CONFLICT; with none there: NOT_FOUND"),
    )
    .output(Done),

  restoreMany: signedIn
    .route({ method: "POST", path: "/tasks/restore", summary: "Take many tasks out of the trash" })
    .input(z.object({ taskIds: manyIds }))
    .output(ManyTasks),

  tags: signedIn
    .route({ method: "GET", path: "/tasks/tags", summary: "Tags of open tasks, by name" })
    .output(z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) })),

  completions: signedIn
    .route({
      method: "GET",
      path: "/tasks/completions",
      summary: "What was done, the latest first; each instance of what repeats",
    })
    .input(
      z.object({
        cursor: text(200).optional(),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ completions: z.array(TaskCompletion), nextCursor: z.string().nullable() })),

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
    .route({
      method: "DELETE",
      path: "/tasks/{taskId}",
      summary: "Put a task and its sub-tasks into the trash",
    })
    .input(z.object({ taskId: Id }).describe("A line of a note is deleted in the note: CONFLICT"))
    .output(Done),

  restore: signedIn
    .route({
      method: "POST",
      path: "/tasks/{taskId}/restore",
      summary: "Take a task and what went with it out of the trash",
    })
    .input(z.object({ taskId: Id }))
    .output(Task),
};

export const tasksNoun = defineNoun({
  operations: tasks,
  liveEntities: ["task"],
  activityTypes: ["task_created", "task_updated", "task_deleted", "task_restored"],
  activityEntities: ["task"],
  trash: { task: "tasks" },
  importKinds: ["tasks", "completions"],
});
