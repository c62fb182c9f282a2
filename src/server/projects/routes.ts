import { signedIn } from "../base.ts";
import { addFiles, removeFiles } from "./project-files.ts";
import { addEvents, projectOfEvent, removeEvents } from "./project-parts.ts";
import { addTasks, projectOfTask, removeTasks } from "../tasks/project-tasks.ts";
import { listPeople, listPeopleOfTask } from "./people.ts";
import { createProject, getProject, listProjects, removeProject, updateProject } from "./projects.ts";
import {
  listProjectTemplates,
  removeProjectTemplate,
  saveProjectTemplate,
  useProjectTemplate,
} from "./copies/project-templates.ts";

const { projects } = signedIn;

export const projectRoutes = {
  list: projects.list.handler(async ({ input, context }) => ({
    projects: await listProjects(context.db, context.userId, input),
  })),
  get: projects.get.handler(({ input, context }) => getProject(context.db, context.userId, input.projectId)),
  create: projects.create.handler(({ input, context }) => createProject(context.db, context.userId, input)),
  update: projects.update.handler(({ input, context }) => updateProject(context.db, context.userId, input)),
  remove: projects.remove.handler(({ input, context }) =>
    removeProject(context.db, context.userId, input.projectId),
  ),
  addTasks: projects.addTasks.handler(async ({ input, context }) => {
    await addTasks(context.db, context.userId, input);
    return {};
  }),
  removeTasks: projects.removeTasks.handler(async ({ input, context }) => {
    await removeTasks(context.db, context.userId, input.taskIds, input.onlyIf);
    return {};
  }),
  addEvents: projects.addEvents.handler(async ({ input, context }) => {
    const { projectId, eventIds: ids, onlyIf } = input;
    await addEvents(context.db, context.userId, { projectId, ids, onlyIf });
    return {};
  }),
  removeEvents: projects.removeEvents.handler(async ({ input, context }) => {
    await removeEvents(context.db, context.userId, input.eventIds, input.onlyIf);
    return {};
  }),
  addFiles: projects.addFiles.handler(async ({ input, context }) => {
    const { projectId, fileIds: ids, onlyIf } = input;
    await addFiles(context.db, context.userId, { projectId, ids, onlyIf });
    return {};
  }),
  removeFiles: projects.removeFiles.handler(async ({ input, context }) => {
    await removeFiles(context.db, context.userId, input.fileIds);
    return {};
  }),
  ofEvent: projects.ofEvent.handler(async ({ input, context }) => ({
    projectId: await projectOfEvent(context.db, context.userId, input.eventId),
  })),
  templates: projects.templates.handler(async ({ context }) => ({
    templates: await listProjectTemplates(context.db, context.userId),
  })),
  saveTemplate: projects.saveTemplate.handler(({ input, context }) =>
    saveProjectTemplate(context, context.userId, input),
  ),
  useTemplate: projects.useTemplate.handler(({ input, context }) =>
    useProjectTemplate(context, context.userId, input),
  ),
  removeTemplate: projects.removeTemplate.handler(async ({ input, context }) => {
    await removeProjectTemplate(context.db, context.userId, input.templateId);
    return {};
  }),
  ofTask: projects.ofTask.handler(async ({ input, context }) => ({
    projectId: await projectOfTask(context.db, context.userId, input.taskId),
  })),
  people: projects.people.handler(async ({ input, context }) => ({
    people: await listPeople(context.db, context.userId, input.projectId),
  })),
  peopleOfTask: projects.peopleOfTask.handler(({ input, context }) =>
    listPeopleOfTask(context.db, context.userId, input.taskId),
  ),
};
