import { defineFeature } from "../feature.ts";
import { importTemplates, removeUntouchedTemplates } from "./import-templates.ts";
import { templateRoutes } from "./routes.ts";

export const templatesFeature = defineFeature({
  routes: { templates: templateRoutes },
  importRows: { templates: { add: importTemplates, removeUntouched: removeUntouchedTemplates } },
});
