import { defineFeature } from "../feature.ts";
import { tellOfMention } from "./note-mentions.ts";
import { notificationRoutes } from "./routes.ts";

export const notificationsFeature = defineFeature({
  routes: { notifications: notificationRoutes },
  jobs: [tellOfMention],
});
