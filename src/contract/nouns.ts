import { agentsNoun } from "./agents.ts";
import { accountsNoun } from "./accounts.ts";
import { assistantNoun } from "./assistant.ts";
import { attendeesNoun } from "./attendees.ts";
import { briefsNoun } from "./briefs.ts";
import { calendarsNoun } from "./calendars.ts";
import { chatNoun } from "./chat.ts";
import { commentsNoun } from "./comments.ts";
import { contradictionsNoun } from "./contradictions.ts";
import { driveNoun } from "./drive.ts";
import { eventsNoun } from "./events.ts";
import { feedsNoun } from "./feeds.ts";
import { filesNoun } from "./files.ts";
import { foldersNoun } from "./folders.ts";
import { gapsNoun } from "./gaps.ts";
import { galleryNoun } from "./gallery.ts";
import { meaningNoun } from "./meaning.ts";
import { memoriesNoun } from "./memories.ts";
import { metricsNoun } from "./metrics.ts";
import { modelsNoun } from "./models.ts";
import { insightsNoun } from "./insights.ts";
import { layoutsNoun } from "./layouts.ts";
import type { Noun } from "./noun.ts";
import { notesNoun } from "./notes.ts";
import { notificationsNoun } from "./notifications.ts";
import { onboardingNoun } from "./onboarding.ts";
import { pageModelNoun } from "./page-model.ts";
import { planningNoun } from "./planning.ts";
import { changesetsNoun } from "./changesets.ts";
import { preferencesNoun } from "./preferences.ts";
import { projectsNoun } from "./projects.ts";
import { promisesNoun } from "./promises.ts";
import { rehearsalsNoun } from "./rehearsals.ts";
import { quickAddNoun } from "./quick-add.ts";
import { remindersNoun } from "./reminders.ts";
import { seoNoun } from "./seo.ts";
import { webLinksNoun } from "./web-links.ts";
import { sharingNoun } from "./sharing.ts";
import { tagsNoun } from "./tags.ts";
import { tasksNoun } from "./tasks.ts";
import { templatesNoun } from "./templates.ts";
import { tokensNoun } from "./tokens.ts";
import { weatherNoun } from "./weather.ts";
import { workspaceNoun } from "./workspace.ts";

/** Every noun, once, under the name its operations have in the API. In two, because the compiler refuses to write one of this length down. */
const someNouns = {
  accounts: accountsNoun,
  agents: agentsNoun,
  assistant: assistantNoun,
  notes: notesNoun,
  folders: foldersNoun,
  feeds: feedsNoun,
  files: filesNoun,
  gallery: galleryNoun,
  gaps: gapsNoun,
  tasks: tasksNoun,
  calendars: calendarsNoun,
  chat: chatNoun,
  events: eventsNoun,
  attendees: attendeesNoun,
  briefs: briefsNoun,
  comments: commentsNoun,
  contradictions: contradictionsNoun,
  meaning: meaningNoun,
  memories: memoriesNoun,
};
const moreNouns = {
  drive: driveNoun,
  metrics: metricsNoun,
  models: modelsNoun,
  insights: insightsNoun,
  layouts: layoutsNoun,
  notifications: notificationsNoun,
  onboarding: onboardingNoun,
  changesets: changesetsNoun,
  pageModel: pageModelNoun,
  planning: planningNoun,
  preferences: preferencesNoun,
  projects: projectsNoun,
  promises: promisesNoun,
  quickAdd: quickAddNoun,
  rehearsals: rehearsalsNoun,
  reminders: remindersNoun,
  seo: seoNoun,
  webLinks: webLinksNoun,
  sharing: sharingNoun,
  tags: tagsNoun,
  templates: templatesNoun,
  tokens: tokensNoun,
  weather: weatherNoun,
  workspace: workspaceNoun,
};
type Nouns = typeof someNouns & typeof moreNouns;
const nouns: Nouns = { ...someNouns, ...moreNouns };
type AnyNoun = Nouns[keyof Nouns];
const all: Noun[] = Object.values(nouns);

export type Operations = { [Name in keyof Nouns]: Nouns[Name]["operations"] };
export const operations = Object.fromEntries(
  Object.entries(nouns).map(([name, noun]) => [name, noun.operations]),
) as Operations;

type ListKey = "liveEntities" | "activityTypes" | "activityEntities" | "importKinds";
type StatedBy<Part, Key extends ListKey> =
  Part extends Readonly<Record<Key, readonly (infer Word extends string)[]>> ? Word : never;

/** What all nouns state under a key, in their order. */
export const statedAs = <Key extends ListKey>(key: Key): StatedBy<AnyNoun, Key>[] =>
  all.flatMap((noun) => noun[key] ?? []) as StatedBy<AnyNoun, Key>[];

type TrashOf<Part> = Part extends { readonly trash: infer Kinds } ? Kinds : never;
type KeyOf<Part> = Part extends unknown ? keyof Part : never;
type NameOf<Part, Kind extends PropertyKey> = Part extends Readonly<Record<Kind, infer Name>> ? Name : never;
type Trash = TrashOf<AnyNoun>;

/** Kinds of things in the trash with the names of their numbers. */
export const trashCounts = Object.assign({}, ...all.map(({ trash }) => trash)) as {
  readonly [Kind in KeyOf<Trash>]: NameOf<Trash, Kind>;
};
