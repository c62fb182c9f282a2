import { z } from "zod";
import { Day, declares, Done, Id, Instant, signedIn, text, ToldDay, visibleText } from "./shared/base.ts";
import { defineNoun } from "./noun.ts";
import { ShareRole } from "./sharing.ts";

export const PROJECT_STATUSES = ["planned", "active", "paused", "completed", "archived"] as const;
const Status = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof Status>;

export const PROJECT_COLORS = ["gray", "red", "orange", "green", "teal", "blue", "purple", "pink"] as const;
const Color = z.enum(PROJECT_COLORS);
export type ProjectColor = z.infer<typeof Color>;

export const Project = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    status: Status,
    color: Color,
    dueDate: ToldDay.nullable().describe("A day of the user's calendar"),
    folderId: Id.nullable().describe("Its notes are those in this folder and below"),
    noteId: Id.nullable().describe("Its page: a note like any other"),
    isShared: z.boolean().describe("Whether those who see its folder see it, too, with its tasks"),
    sharedBy: z
      .object({ name: z.string(), role: ShareRole })
      .nullable()
      .describe("Of a project of someone else: whose, and what the caller may do"),
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

export const ProjectPerson = z
  .object({ id: Id, name: z.string(), role: z.enum(["owner", "editor", "commenter", "viewer"]) })
  .describe("Someone who sees a project");
export type ProjectPerson = z.infer<typeof ProjectPerson>;

/**
 * What a template of a project holds: a copy of all of it, days as they were there. Ids are names within it, and new ones where it is
 * used. `folderId` null is the project's own folder.
 */
export type ProjectContent = {
  version: 1;
  description: string;
  color: ProjectColor;
  dueDate: string | null;
  pageId: string | null;
  folders: { id: string; name: string; parentId: string | null }[];
  notes: {
    id: string;
    title: string;
    tags: string[];
    folderId: string | null;
    format: "json" | "markdown";
    text: string;
  }[];
  tasks: ContentTask[];
};
export type ContentTask = {
  id: string;
  title: string;
  description: string;
  priority: "high" | "medium" | "low";
  category: string;
  tags: string[];
  parentId: string | null;
  startDate: string | null;
  dueDate: string | null;
  dueTime: string | null;
  estimateMinutes: number | null;
  repeat: string | null;
  repeatFrom: "due" | "completion";
  waitsFor: string[];
  noteIds: string[];
  /** Of a checkbox: its note and the block there. */
  noteId: string | null;
  blockId: string | null;
};

export const ProjectTemplate = z
  .object({
    id: z.string().describe("Of one's own, or the name of one that comes with the server"),
    name: z.string(),
    description: z.string(),
    isReady: z.boolean().describe("It comes with the server"),
    firstDay: ToldDay.nullable().describe("The first day in it, which becomes the chosen one"),
    noteCount: z.int(),
    taskCount: z.int(),
  })
  .describe("What a project can begin with");
export type ProjectTemplate = z.infer<typeof ProjectTemplate>;

const title = visibleText(200);
const fields = {
  description: text(10_000).optional(),
  status: Status.optional(),
  color: Color.optional(),
  dueDate: Day.nullable().optional(),
  noteId: Id.nullable().optional().describe("An own note"),
};
const ProjectFields = z.object({
  title: title.optional(),
  ...fields,
  folderId: Id.nullable().optional().describe("An own folder"),
  isShared: z.boolean().optional().describe("Whether it is shared with those who see its folder"),
});
const wasIn = <Where extends z.ZodType<string | null>>(projectId: Where) =>
  z
    .object({ projectId })
    .optional()
    .describe(
      "The project they must still be in; those that are elsewhere by now are passed over, and with none of them there: CONFLICT",
    );
const putOnlyIf = wasIn(Id.nullable().describe("null: in none"));
const filesOnlyIf = wasIn(z.null().describe("In none"));
const eventIds = z
  .array(Id)
  .min(1)
  .max(500)
  .describe("Own events; those that are not there are passed over, and with none of them there: NOT_FOUND");
const fileIds = z
  .array(Id)
  .min(1)
  .max(500)
  .describe(
    "Own files, also to take out what guests put into an own project; others are passed over, and with none of these: NOT_FOUND",
  );
const ownTasks = z.array(Id).min(1).max(500);
const taskIds = ownTasks.describe(
  "Own tasks; those that are not there are passed over, and with none of them there: NOT_FOUND",
);

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
    .output(
      Project.extend({
        eventCount: z
          .int()
          .describe("Events put into it or about a note of it; of a project of someone else 0"),
        fileCount: z.int().describe("Files put into it or in a note of it that the caller may read"),
      }),
    ),

  create: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/projects", summary: "Create a project", successStatus: 201 })
    .input(
      z.object({
        id: Id.optional().describe("Made by the caller to be able to repeat the call"),
        title,
        ...fields,
        folderId: Id.nullable().optional().describe("An own folder; absent: a new one with its title"),
        taskIds: ownTasks.optional().describe("Own tasks; those that are not there are passed over"),
      }),
    )
    .output(Project),

  update: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "PATCH", path: "/projects/{projectId}", summary: "Change a project" })
    .input(
      ProjectFields.extend({
        projectId: Id,
        onlyIf: ProjectFields.optional().describe(
          "What the project must still say; if it says something else by now, CONFLICT and no change",
        ),
      }),
    )
    .output(Project),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/projects/{projectId}",
      summary: "Delete a project; its notes, tasks, events and files stay",
    })
    .input(z.object({ projectId: Id }))
    .output(
      Project.extend({
        taskIds: z.array(Id).describe("What was put into it; with it, it can be made again"),
        eventIds: z.array(Id).describe("Events that were put into it"),
        fileIds: z.array(Id).describe("Files that were put into it"),
      }),
    ),

  addTasks: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/projects/{projectId}/tasks",
      summary: "Put tasks into a project; a task is in one at most",
    })
    .input(z.object({ projectId: Id, taskIds, onlyIf: putOnlyIf }))
    .output(Done),

  removeTasks: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/projects/tasks/remove", summary: "Take tasks out of their projects" })
    .input(z.object({ taskIds, onlyIf: wasIn(Id) }))
    .output(Done),

  addEvents: signedIn
    .errors(declares("CONFLICT"))
    .route({
      method: "POST",
      path: "/projects/{projectId}/events",
      summary: "Put events into a project; an event is in one at most, with all that repeats of it",
    })
    .input(z.object({ projectId: Id, eventIds, onlyIf: putOnlyIf }))
    .output(Done),

  removeEvents: signedIn
    .errors(declares("CONFLICT"))
    .route({ method: "POST", path: "/projects/events/remove", summary: "Take events out of their projects" })
    .input(z.object({ eventIds, onlyIf: wasIn(Id) }))
    .output(Done),

  addFiles: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/projects/{projectId}/files",
      summary:
        "Put files into a project beside its notes, an own one or one shared for editing; a file is put into one at most",
    })
    .input(z.object({ projectId: Id, fileIds, onlyIf: filesOnlyIf }))
    .output(Done),

  removeFiles: signedIn
    .route({
      method: "POST",
      path: "/projects/files/remove",
      summary: "Take files out of their projects; the files stay",
    })
    .input(z.object({ fileIds }))
    .output(Done),

  ofEvent: signedIn
    .route({ method: "GET", path: "/events/{eventId}/project", summary: "The project an event was put into" })
    .input(z.object({ eventId: Id }))
    .output(z.object({ projectId: Id.nullable() })),

  templates: signedIn
    .route({ method: "GET", path: "/project-templates", summary: "Templates of projects, one's own first" })
    .output(z.object({ templates: z.array(ProjectTemplate) })),

  saveTemplate: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/projects/{projectId}/template",
      summary: "Keep a copy of a project as a template",
      successStatus: 201,
    })
    .input(z.object({ projectId: Id, name: title.optional().describe("Absent: its title") }))
    .output(ProjectTemplate),

  useTemplate: signedIn
    .errors(declares("QUOTA_EXCEEDED"))
    .route({
      method: "POST",
      path: "/project-templates/use",
      summary: "Make a project of a template, or of another project",
      successStatus: 201,
    })
    .input(
      z.object({
        templateId: text(100).optional(),
        projectId: Id.optional().describe("Instead of a template: this own project is copied"),
        title: title.optional(),
        startDay: Day.optional().describe(
          "Its first day; the others keep their distance. Absent: as they are",
        ),
      }),
    )
    .output(Project),

  removeTemplate: signedIn
    .route({
      method: "DELETE",
      path: "/project-templates/{templateId}",
      summary: "Permanently delete a template of projects",
    })
    .input(z.object({ templateId: Id }))
    .output(Done),

  ofTask: signedIn
    .route({ method: "GET", path: "/tasks/{taskId}/project", summary: "The project a task was put into" })
    .input(z.object({ taskId: Id }))
    .output(z.object({ projectId: Id.nullable() })),

  people: signedIn
    .route({
      method: "GET",
      path: "/projects/{projectId}/people",
      summary: "Who sees a project, its owner first",
    })
    .input(z.object({ projectId: Id }))
    .output(z.object({ people: z.array(ProjectPerson) })),

  peopleOfTask: signedIn
    .route({
      method: "GET",
      path: "/tasks/{taskId}/people",
      summary: "Who sees the shared project a task lies in, so whose it can be to do",
    })
    .input(z.object({ taskId: Id }))
    .output(z.object({ projectId: Id.nullable(), people: z.array(ProjectPerson) })),
};

export const projectsNoun = defineNoun({
  operations: projects,
  liveEntities: ["project"],
  activityEntities: ["project"],
  activityTypes: ["project_created", "project_updated", "project_deleted"],
  importKinds: ["projects", "projectTasks", "projectEvents", "projectFiles", "projectTemplates"],
});
