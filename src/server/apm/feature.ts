import { defineFeature } from "../feature.ts";
import { apmRoutes } from "./routes.ts";
import { countMinutes } from "./sampler.ts";

export const apmFeature = defineFeature({ routes: { apm: apmRoutes }, jobs: [countMinutes] });
