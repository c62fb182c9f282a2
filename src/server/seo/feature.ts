import { defineFeature } from "../feature.ts";
import { importNoteSeo } from "./import-note-seo.ts";
import { seoRoutes } from "./routes.ts";

export const seoFeature = defineFeature({
  routes: { seo: seoRoutes },
  importRows: { noteSeo: { add: importNoteSeo } },
});
