import { defineFeature } from "../../feature.ts";
import { importActions, removeUntouchedActions } from "./import-actions.ts";
import { assistantRoutes } from "./routes.ts";

export const assistantFeature = defineFeature({
  routes: { assistant: assistantRoutes },
  importRows: { assistantActions: { add: importActions, removeUntouched: removeUntouchedActions } },
});
