import type { ComponentType } from "react";
import type { Action } from "./actions/action.ts";
import type { Capture } from "./captures.ts";
import type { DialogViews } from "./actions/dialogs.ts";
import type { SubjectViews } from "./actions/subject.ts";
import type { ActivityFacet } from "./activity-facet.ts";
import type { FindFacet } from "./find-facet.ts";
import type { LiveReactions } from "./live.ts";
import type { Panel } from "./panel.ts";
import type { TrashFacet } from "./trash-facet.ts";

/**
 * What a noun adds to the app, each part left out where it has none. Manifests come beside the page, after its first paint, and are listed in
 * app/manifests.ts: what is heavy in them is fetched by `deferred` or `import()`.
 */
export type Manifest = {
  /** In the order in which lists show them. */
  actions?: readonly Action[];
  /** Actions that pull in more code than most pages need. */
  laterActions?: () => Promise<readonly Action[]>;
  dialogs?: DialogViews;
  /** What its rows stand for, which is what the actions of its group are about. */
  subjects?: SubjectViews;
  /** What it has to show beside the page. */
  panels?: readonly Panel[];
  /** What the + of the phone takes in a sentence. */
  capture?: Capture;
  /** What floats over every page, such as a timer that runs. */
  everywhere?: ComponentType;
  live?: LiveReactions;
  activity?: ActivityFacet;
  trash?: TrashFacet;
  /** What the palette and the search pages show of it beside notes. */
  finds?: () => Promise<FindFacet>;
};

/** Keeps the exact type, from which app/manifests.ts learns what is covered. */
export const defineManifest = <const Given extends Manifest>(manifest: Given): Given => manifest;
