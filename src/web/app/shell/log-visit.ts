import { useEffect } from "react";
import { api } from "../../platform/api.ts";
import { local } from "../../platform/local.ts";
import { t } from "../../lib/messages/t.ts";

/** A visit is worth an entry of the log; coming back within half an hour is the same visit. */
const VISIT_MS = 30 * 60_000;
const VISITED = "cairn-dashboard-visited";

export function useLogVisit(): void {
  useEffect(() => {
    if (Math.abs(Date.now() - Number(local.get(VISITED))) < VISIT_MS) return;
    local.set(VISITED, String(Date.now()));
    const input = { type: "dashboard_viewed", title: t("Viewed the dashboard") } as const;
    // Nothing depends on it; offline it is not worth a place in the queue.
    void api.activity.log.call(input).catch(() => {});
  }, []);
}
