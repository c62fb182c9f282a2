import { defineFeature } from "../feature.ts";
import { importComments, importThreads } from "./import-comments.ts";
import { commentRoutes } from "./routes.ts";

/** Comments have no trash: they go with their note, and come back with it. */
export const commentsFeature = defineFeature({
  routes: { comments: commentRoutes },
  importRows: { threads: { add: importThreads }, comments: { add: importComments } },
});
