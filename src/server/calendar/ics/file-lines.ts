import type { IcsTodo } from "../../ics/ics.ts";
import type { FitEvent } from "./fit-event.ts";

/** What the process that reads a calendar file says of it, one line after the other. */
export type FileLine =
  | { is: "about"; name: string | null; method: string | null }
  | SeriesLine
  | { is: "todo"; todo: IcsTodo }
  | ({ is: "end" } & Remarks)
  | { is: "refused"; why: string };

export type SeriesLine = {
  is: "series";
  uid: string;
  /** Null where the file has changed instances alone. */
  series: FitEvent | null;
  instances: FitEvent[];
};

export type Remarks = {
  skipped: { title: string; why: string }[];
  skippedCount: number;
  changed: { title: string; why: string }[];
  changedCount: number;
};

/** In an answer: nobody reads more. */
export const REMARKS_MAX = 100;
