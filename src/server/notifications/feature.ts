import { defineFeature } from "../feature.ts";
import { notificationRoutes } from "./routes.ts";

export const notificationsFeature = defineFeature({ routes: { notifications: notificationRoutes } });
