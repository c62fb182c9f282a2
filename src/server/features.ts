import { accountsFeature } from "./accounts/feature.ts";
import { agentsFeature } from "./ai/agents/feature.ts";
import { apmFeature } from "./apm/feature.ts";
import { assistantFeature } from "./ai/assistant/feature.ts";
import { pageModelFeature } from "./ai/page-model/feature.ts";
import { briefsFeature } from "./briefs/feature.ts";
import { calendarFeature } from "./calendar/feature.ts";
import { commentsFeature } from "./comments/feature.ts";
import { contactFeature } from "./contact/feature.ts";
import { driveFeature } from "./drive/feature.ts";
import { filesFeature } from "./files/feature.ts";
import { foldersFeature } from "./folders/feature.ts";
import { frameFeature } from "./frame/feature.ts";
import { galleryFeature } from "./gallery/feature.ts";
import { historyFeature } from "./history/feature.ts";
import { importFeature } from "./import/feature.ts";
import { insightsFeature } from "./insights/feature.ts";
import { layoutsFeature } from "./layouts/feature.ts";
import { liveFeature } from "./live/feature.ts";
import { metricsFeature } from "./metrics/feature.ts";
import { chatFeature } from "./ai/chat/feature.ts";
import { gapsFeature } from "./ai/gaps/feature.ts";
import { memoriesFeature } from "./ai/memory/feature.ts";
import { meaningFeature } from "./ai/meaning/feature.ts";
import { modelsFeature } from "./ai/providers/feature.ts";
import { notesFeature } from "./notes/feature.ts";
import { notificationsFeature } from "./notifications/feature.ts";
import { performanceFeature } from "./performance/feature.ts";
import { planningFeature } from "./planning/feature.ts";
import { quickAddFeature } from "./quick-add/feature.ts";
import { referralsFeature } from "./referrals/feature.ts";
import { changesetsFeature } from "./changesets/feature.ts";
import { remindersFeature } from "./reminders/feature.ts";
import { seoFeature } from "./seo/feature.ts";
import { webLinksFeature } from "./web-links/feature.ts";
import { sharingFeature } from "./sharing/feature.ts";
import { tagsFeature } from "./tags/feature.ts";
import { tasksFeature } from "./tasks/feature.ts";
import { projectsFeature } from "./projects/feature.ts";
import { promisesFeature } from "./promises/feature.ts";
import { contradictionsFeature } from "./contradictions/feature.ts";
import { templatesFeature } from "./templates/feature.ts";
import { tokensFeature } from "./tokens/feature.ts";
import { feedsFeature } from "./feeds/feature.ts";
import { weatherFeature } from "./weather/feature.ts";

/** Every noun, once: what the places above them loop over. Its type, below, names each once more. */
export const features: Features = [
  accountsFeature,
  agentsFeature,
  apmFeature,
  assistantFeature,
  pageModelFeature,
  notesFeature,
  foldersFeature,
  filesFeature,
  tasksFeature,
  calendarFeature,
  chatFeature,
  briefsFeature,
  commentsFeature,
  contactFeature,
  contradictionsFeature,
  driveFeature,
  frameFeature,
  galleryFeature,
  gapsFeature,
  historyFeature,
  importFeature,
  insightsFeature,
  layoutsFeature,
  liveFeature,
  meaningFeature,
  memoriesFeature,
  metricsFeature,
  modelsFeature,
  notificationsFeature,
  performanceFeature,
  planningFeature,
  quickAddFeature,
  referralsFeature,
  changesetsFeature,
  remindersFeature,
  sharingFeature,
  seoFeature,
  webLinksFeature,
  tagsFeature,
  projectsFeature,
  promisesFeature,
  templatesFeature,
  tokensFeature,
  weatherFeature,
  feedsFeature,
];

/** Written out, because the compiler refuses to write one of this length down itself. */
type Features = readonly [
  typeof accountsFeature,
  typeof agentsFeature,
  typeof apmFeature,
  typeof assistantFeature,
  typeof pageModelFeature,
  typeof notesFeature,
  typeof foldersFeature,
  typeof filesFeature,
  typeof tasksFeature,
  typeof calendarFeature,
  typeof chatFeature,
  typeof briefsFeature,
  typeof commentsFeature,
  typeof contactFeature,
  typeof contradictionsFeature,
  typeof driveFeature,
  typeof frameFeature,
  typeof galleryFeature,
  typeof gapsFeature,
  typeof historyFeature,
  typeof importFeature,
  typeof insightsFeature,
  typeof layoutsFeature,
  typeof liveFeature,
  typeof meaningFeature,
  typeof memoriesFeature,
  typeof metricsFeature,
  typeof modelsFeature,
  typeof notificationsFeature,
  typeof performanceFeature,
  typeof planningFeature,
  typeof quickAddFeature,
  typeof referralsFeature,
  typeof changesetsFeature,
  typeof remindersFeature,
  typeof sharingFeature,
  typeof seoFeature,
  typeof webLinksFeature,
  typeof tagsFeature,
  typeof projectsFeature,
  typeof promisesFeature,
  typeof templatesFeature,
  typeof tokensFeature,
  typeof weatherFeature,
  typeof feedsFeature,
];
