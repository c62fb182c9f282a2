import { defineFeature } from "../feature.ts";
import { importProjectEvents } from "./project-events.ts";
import { importProjectFiles } from "./project-files.ts";
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
    projectEvents: { add: importProjectEvents },
    projectFiles: { add: importProjectFiles },
    projectTemplates: { add: importProjectTemplates, removeUntouched: removeUntouchedProjectTemplates },
  },
});
