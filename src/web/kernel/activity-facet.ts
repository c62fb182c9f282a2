import type { LucideIcon } from "lucide-react";
import type { Activity, ActivityType } from "#contract/activity.ts";

/** What a noun adds to the log of what was done. */
export type ActivityFacet = {
  /** Filters of the page, each for the types that name it. */
  readonly groups?: readonly { readonly id: string; readonly words: string }[];
  /** What an entry looks like and is called. Those without a group are in no filter and not among the last ones. */
  readonly types: {
    readonly [Type in ActivityType]?: {
      readonly icon: LucideIcon;
      readonly words: string;
      readonly group?: string;
    };
  };
  /** Fields that are told of when they change, and their names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Where what an entry is about is found. */
  readonly pathOf?: { readonly [Kind in NonNullable<Activity["entityType"]>]?: (id: string) => string };
};
