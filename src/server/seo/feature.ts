import { defineFeature } from "../feature.ts";
import { checkPages } from "./check-pages.ts";
import { importNoteSeo } from "./import-note-seo.ts";
import { seoRoutes } from "./routes.ts";

export const seoFeature = defineFeature({
  routes: { seo: seoRoutes },
  importRows: { noteSeo: { add: importNoteSeo } },
  jobs: [checkPages],
});
