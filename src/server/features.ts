import { accountsFeature } from "./accounts/feature.ts";
import { calendarFeature } from "./calendar/feature.ts";
import { commentsFeature } from "./comments/feature.ts";
import { contactFeature } from "./contact/feature.ts";
import { filesFeature } from "./files/feature.ts";
import { foldersFeature } from "./folders/feature.ts";
import { frameFeature } from "./frame/feature.ts";
import { historyFeature } from "./history/feature.ts";
import { importFeature } from "./import/feature.ts";
import { liveFeature } from "./live/feature.ts";
import { notesFeature } from "./notes/feature.ts";
import { notificationsFeature } from "./notifications/feature.ts";
import { performanceFeature } from "./performance/feature.ts";
import { quickAddFeature } from "./quick-add/feature.ts";
import { referralsFeature } from "./referrals/feature.ts";
import { sharingFeature } from "./sharing/feature.ts";
import { tagsFeature } from "./tags/feature.ts";
import { tasksFeature } from "./tasks/feature.ts";
import { templatesFeature } from "./templates/feature.ts";

/** Every noun, once: what the places above them loop over. */
export const features = [
  accountsFeature,
  notesFeature,
  foldersFeature,
  filesFeature,
  tasksFeature,
  calendarFeature,
  commentsFeature,
  contactFeature,
  frameFeature,
  historyFeature,
  importFeature,
  liveFeature,
  notificationsFeature,
  performanceFeature,
  quickAddFeature,
  referralsFeature,
  sharingFeature,
  tagsFeature,
  templatesFeature,
] as const;
