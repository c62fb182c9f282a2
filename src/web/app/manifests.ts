import type { ActivityType } from "#contract/activity.ts";
import type { TrashKind } from "#contract/trash.ts";
import type { LiveEntity } from "#contract/wire/live.ts";
import type { Dialogs, DialogViews } from "../kernel/actions/dialogs.ts";
import type { Subjects, SubjectViews } from "../kernel/actions/subject.ts";
import type { ActivityFacet } from "../kernel/activity-facet.ts";
import type { LiveReactions } from "../kernel/live.ts";
import type { Manifest } from "../kernel/manifest.ts";
import type { TrashKinds } from "../kernel/trash-facet.ts";
import * as nouns from "./nouns.ts";

type Noun = keyof typeof nouns;
type Given = (typeof nouns)[Noun];

/** What these bring stands first in lists, in this order; the others follow. */
const FIRST: string[] = ["notes", "folders", "app", "frame", "files"] satisfies Noun[];
const rankOf = (noun: string) => (FIRST.includes(noun) ? FIRST.indexOf(noun) : FIRST.length);

export const manifests = Object.entries<Manifest>(nouns)
  .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
  .map(([, manifest]) => manifest);

/** Does not compile where something is missing, and names it. */
type Complete<Of, Missing extends never> = [Missing] extends [never] ? Of : never;

type DialogsOf<Of> = Of extends { dialogs: infer Views } ? keyof Views : never;
type Undrawn = Exclude<keyof Dialogs, DialogsOf<Given>>;

/** What draws each dialog that can be opened. */
export const dialogViews: Complete<DialogViews, Undrawn> = Object.assign(
  {},
  ...manifests.map(({ dialogs }) => dialogs),
);

type SubjectsOf<Of> = Of extends { subjects: infer Views } ? keyof Views : never;
type Unfound = Exclude<keyof Subjects, SubjectsOf<Given>>;

/** How each kind of row on the page is read. */
export const subjectViews: Complete<SubjectViews, Unfound> = Object.assign(
  {},
  ...manifests.map(({ subjects }) => subjects),
);

type LiveOf<Of> = Of extends { live: infer Reactions } ? keyof Reactions : never;
type Unheard = Exclude<LiveEntity, LiveOf<Given>>;

/** What follows from changes made elsewhere, of whatever kind. */
export const liveReactions: Complete<readonly LiveReactions[], Unheard> = manifests.flatMap(
  ({ live = [] }) => live,
);

type ActivityOf<Of> = Of extends { activity: { types: infer Types } } ? keyof Types : never;
type Unnamed = Exclude<ActivityType, ActivityOf<Given>>;

/** How entries of the log look, of whatever type. */
export const activityFacets: Complete<readonly ActivityFacet[], Unnamed> = manifests.flatMap(
  ({ activity: facet = [] }) => facet,
);

type TrashOf<Of> = Of extends { trash: infer Kinds } ? keyof Kinds : never;
type Unshown = Exclude<TrashKind, TrashOf<Given>>;

/** How each kind of thing looks in the trash. */
export const trashKinds: Complete<TrashKinds, Unshown> = Object.assign(
  {},
  ...manifests.map(({ trash: kinds }) => kinds),
);
