import type { ReactNode } from "react";
import { activityLog, ActivityLogContext } from "../features/activity/activity-log.ts";
import { activityFacets } from "./manifests.ts";

const log = activityLog(activityFacets);

/** Tells what stands in it how the entries of each noun look. */
export const WithActivityLog = ({ children }: { children: ReactNode }) => (
  <ActivityLogContext value={log}>{children}</ActivityLogContext>
);
