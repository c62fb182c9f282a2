import { accountRoutes } from "./accounts/routes.ts";
import { securityRoutes } from "./accounts/security-routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { open } from "./base.ts";
import { commentRoutes } from "./comments/routes.ts";
import { contactRoutes } from "./contact/routes.ts";
import { fileRoutes } from "./files/routes.ts";
import { folderRoutes } from "./folders/routes.ts";
import { frameRoutes, onboardingRoutes, preferencesRoutes, workspaceRoutes } from "./frame/routes.ts";
import { importRoutes } from "./import/routes.ts";
import { liveRoutes } from "./live/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { performanceRoutes } from "./performance/routes.ts";
import { referralRoutes } from "./referrals/routes.ts";
import { sharingRoutes } from "./sharing/routes.ts";
import { trashRoutes } from "./trash/routes.ts";
import { tagRoutes } from "./tags/routes.ts";
import { taskRoutes } from "./tasks/routes.ts";
import { templateRoutes } from "./templates/routes.ts";

/** One line per feature. */
export const router = open.router({
  accounts: accountRoutes,
  activity: activityRoutes,
  security: securityRoutes,
  notes: noteRoutes,
  notifications: notificationRoutes,
  folders: folderRoutes,
  files: fileRoutes,
  frame: frameRoutes,
  imports: importRoutes,
  live: liveRoutes,
  onboarding: onboardingRoutes,
  performance: performanceRoutes,
  preferences: preferencesRoutes,
  tags: tagRoutes,
  tasks: taskRoutes,
  templates: templateRoutes,
  workspace: workspaceRoutes,
  comments: commentRoutes,
  contact: contactRoutes,
  referrals: referralRoutes,
  sharing: sharingRoutes,
  trash: trashRoutes,
});
