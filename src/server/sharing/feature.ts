import { defineFeature } from "../feature.ts";
import { sharingRoutes } from "./routes.ts";

export const sharingFeature = defineFeature({ routes: { sharing: sharingRoutes } });
