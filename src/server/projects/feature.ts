import { defineFeature } from "../feature.ts";
import { importParts } from "./project-parts.ts";
import { importProjectTasks } from "../tasks/project-tasks.ts";
import { importProjects, removeUntouchedProjects } from "./import-projects.ts";
import { projectRoutes } from "./routes.ts";
import {
  importProjectTemplates,
  removeUntouchedProjectTemplates,
} from "./copies/import-project-templates.ts";

export const projectsFeature = defineFeature({
  routes: { projects: projectRoutes },
  importRows: {
    projects: { add: importProjects, removeUntouched: removeUntouchedProjects },
    projectTasks: { add: importProjectTasks },
    projectEvents: { add: importParts("events") },
    projectFiles: { add: importParts("files") },
    projectTemplates: { add: importProjectTemplates, removeUntouched: removeUntouchedProjectTemplates },
  },
});
