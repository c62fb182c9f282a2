import { defineFeature } from "../feature.ts";
import { contactRoutes } from "./routes.ts";

export const contactFeature = defineFeature({ routes: { contact: contactRoutes } });
