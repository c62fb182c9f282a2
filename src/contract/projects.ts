import { z } from "zod";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";

export const PROJECT_STATUSES = ["planned", "active", "paused", "completed", "archived"] as const;
const Status = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof Status>;

export const PROJECT_COLORS = ["gray", "red", "orange", "green", "teal", "blue", "purple", "pink"] as const;
const Color = z.enum(PROJECT_COLORS);
export type ProjectColor = z.infer<typeof Color>;

const Day = z.iso.date();

export const Project = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    status: Status,
    color: Color,
    dueDate: Day.nullable().describe("A day of the user's calendar"),
    folderId: Id.nullable().describe("Its notes are those in this folder and below"),
    noteId: Id.nullable().describe("Its page: a note like any other"),
    taskCount: z.int().describe("Tasks put into it, their sub-tasks, and checkboxes of its notes"),
    doneCount: z.int().describe("Those of them that are done"),
    overdueCount: z.int().describe("Those of them that are open and were due before today"),
    noteCount: z.int(),
    completedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("A workspace over what there is: a folder of notes, tasks and a page");
export type Project = z.infer<typeof Project>;

const title = text(200).pipe(z.string().trim().min(1));
const fields = {
  description: text(10_000).optional(),
  status: Status.optional(),
  color: Color.optional(),
  dueDate: Day.nullable().optional(),
  noteId: Id.nullable().optional().describe("An own note"),
};
const taskIds = z.array(Id).min(1).max(500).describe("Own tasks; those that are not there are passed over");

/** Projects of the account. How many there may be is `MOST_PROJECTS`. */
export const projects = {
  list: signedIn
    .route({ method: "GET", path: "/projects", summary: "Projects, those due first before the others" })
    .input(
      z
        .object({
          status: Status.optional(),
          q: text(200).optional().describe("In its title or description"),
        })
        .optional(),
    )
    .output(z.object({ projects: z.array(Project) })),

  get: signedIn
    .route({ method: "GET", path: "/projects/{projectId}", summary: "One project" })
    .input(z.object({ projectId: Id }))
    .output(Project),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/projects", summary: "Create a project", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        title,
        ...fields,
        folderId: Id.nullable().optional().describe("An own folder; absent: a new one with its title"),
        taskIds: taskIds.optional(),
      }),
    )
    .output(Project),

  update: signedIn
    .route({ method: "PATCH", path: "/projects/{projectId}", summary: "Change a project" })
    .input(
      z.object({
        projectId: Id,
        title: title.optional(),
        ...fields,
        folderId: Id.nullable().optional().describe("An own folder"),
      }),
    )
    .output(Project),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/projects/{projectId}",
      summary: "Delete a project; its notes and tasks stay",
    })
    .input(z.object({ projectId: Id }))
    .output(
      Project.extend({
        taskIds: z.array(Id).describe("What was put into it; with it, it can be made again"),
      }),
    ),

  addTasks: signedIn
    .route({
      method: "POST",
      path: "/projects/{projectId}/tasks",
      summary: "Put tasks into a project; a task is in one at most",
    })
    .input(z.object({ projectId: Id, taskIds }))
    .output(Done),

  removeTasks: signedIn
    .route({ method: "POST", path: "/projects/tasks/remove", summary: "Take tasks out of their projects" })
    .input(z.object({ taskIds }))
    .output(Done),

  ofTask: signedIn
    .route({ method: "GET", path: "/tasks/{taskId}/project", summary: "The project a task was put into" })
    .input(z.object({ taskId: Id }))
    .output(z.object({ projectId: Id.nullable() })),
};

export const projectsNoun = defineNoun({
  operations: projects,
  liveEntities: ["project"],
  activityEntities: ["project"],
  activityTypes: ["project_created", "project_updated", "project_deleted"],
  importKinds: ["projects", "projectTasks"],
});
