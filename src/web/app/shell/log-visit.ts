import { useEffect } from "react";
import { api } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";

/** A visit is worth an entry of the log; coming back within half an hour is the same visit. */
const VISIT_MS = 30 * 60_000;
/** The log is in one language, whoever reads it. */
const VIEWED = "Viewed the dashboard";
const VISITED = "cairn-dashboard-visited";

export function useLogVisit(): void {
  useEffect(() => {
    if (Math.abs(Date.now() - Number(local.get(VISITED))) < VISIT_MS) return;
    local.set(VISITED, String(Date.now()));
    const input = { type: "dashboard_viewed", title: VIEWED } as const;
    // Nothing depends on it; offline it is not worth a place in the queue.
    void api.activity.log.call(input).catch(() => {});
  }, []);
}
