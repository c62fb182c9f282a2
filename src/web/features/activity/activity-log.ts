import { createContext, useContext } from "react";
import type { Activity, ActivityType } from "#contract/activity.ts";
import type { ActivityFacet } from "../../kernel/activity-facet.ts";

type Face = NonNullable<ActivityFacet["types"][ActivityType]>;

/** What all nouns together say of the log. */
export type ActivityLog = {
  metaOf: (type: ActivityType) => Face;
  groups: { id: string; words: string; types: ActivityType[] }[];
  fields: Readonly<Record<string, string>>;
  pathOf: (activity: Activity) => string | null;
};

export function activityLog(facets: readonly ActivityFacet[]): ActivityLog {
  const metaByType: ActivityFacet["types"] = Object.assign({}, ...facets.map(({ types }) => types));
  const paths: ActivityFacet["pathOf"] = Object.assign({}, ...facets.map(({ pathOf }) => pathOf));
  const types = Object.keys(metaByType) as ActivityType[];
  return {
    metaOf: (type) => metaByType[type]!,
    groups: facets
      .flatMap(({ groups = [] }) => groups)
      .map((group) => ({ ...group, types: types.filter((type) => metaByType[type]?.group === group.id) })),
    fields: Object.assign({}, ...facets.map(({ fields }) => fields)),
    pathOf: ({ entityType, entityId }) => (entityType && entityId && paths?.[entityType]?.(entityId)) || null,
  };
}

export const ActivityLogContext = createContext<ActivityLog>(activityLog([]));
export const useActivityLog = (): ActivityLog => useContext(ActivityLogContext);
