import { defineFeature } from "../feature.ts";
import { importProjects, importProjectTasks, removeUntouchedProjects } from "./import-projects.ts";
import { projectRoutes } from "./routes.ts";

export const projectsFeature = defineFeature({
  routes: { projects: projectRoutes },
  importRows: {
    projects: { add: importProjects, removeUntouched: removeUntouchedProjects },
    projectTasks: { add: importProjectTasks },
  },
});
