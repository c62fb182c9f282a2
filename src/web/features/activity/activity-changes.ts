import type { Activity } from "#contract/activity.ts";
import { api, queryClient } from "../../platform/api.ts";
import { downloadText } from "../../platform/device/download.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import type { ActivityLog } from "./activity-log.ts";
import { type ActivitySearch, filterOf } from "./activity-query.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const AWAY = t("Can't reach the server. Try again in a moment.");

const refresh = () => queryClient.invalidateQueries({ queryKey: api.activity.key() });

/** Trying again helps when the server was away or failed, not when the log says that something else happened since. */
function tellRefused(id: string, error: unknown, again: () => unknown): void {
  const words = errorMessage(error, AWAY);
  if (["CONFLICT", "NOT_FOUND"].includes(errorCode(error) ?? ""))
    toast.error(words, { title: t("Couldn't undo") });
  else tellFailed(id, words, again);
}

export async function undoActivity(activity: Activity): Promise<void> {
  const { id: activityId } = activity;
  try {
    await api.activity.undo.call({ activityId });
    toast.success(t("Undone: {change}", { change: activity.title }));
    // Notes and folders follow by their live events; this page may be quicker.
    await queryClient.invalidateQueries();
  } catch (error) {
    tellRefused(activityId, error, () => undoActivity(activity));
  }
}

export async function removeActivity(activity: Activity): Promise<void> {
  const { id: activityId } = activity;
  try {
    await api.activity.remove.call({ activityId });
    await refresh();
  } catch (error) {
    tellFailed(activityId, errorMessage(error, AWAY), () => removeActivity(activity));
  }
}

/** Everything that the filter shows, on all of its pages. */
export async function clearActivities(log: ActivityLog, search: ActivitySearch): Promise<void> {
  try {
    const { removed } = await api.activity.clear.call(filterOf(log, search));
    toast.success(
      plural(removed, {
        one: "Deleted {count} log entry",
        other: "Deleted {count} log entries",
      }),
    );
    await refresh();
  } catch (error) {
    toast.failed(errorMessage(error, AWAY), () => void clearActivities(log, search));
  }
}

const AT_A_TIME = 200;

async function fetchAll(log: ActivityLog, search: ActivitySearch): Promise<Activity[]> {
  const all: Activity[] = [];
  for (let total = Infinity; all.length < total;) {
    const page = await api.activity.list.call({
      ...filterOf(log, search),
      offset: all.length,
      limit: AT_A_TIME,
    });
    if (page.activities.length === 0) break;
    all.push(...page.activities);
    total = page.total;
  }
  return all;
}

/** A field of RFC 4180, kept from being read as a formula by a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function toCsv(activities: Activity[]): string {
  const rows = activities.map(({ createdAt, type, title, description, entityType, entityId }) =>
    [createdAt, type, title, description, entityType ?? "", entityId ?? ""].map(cell).join(","),
  );
  return ["time,type,title,description,entity,entity id", ...rows].join("\r\n");
}

export async function exportActivities(
  log: ActivityLog,
  search: ActivitySearch,
  format: "csv" | "json",
): Promise<void> {
  try {
    const all = await fetchAll(log, search);
    const text = format === "csv" ? toCsv(all) : JSON.stringify(all, null, 2);
    const type = format === "csv" ? "text/csv" : "application/json";
    downloadText(`activity-${new Date().toISOString().slice(0, 10)}.${format}`, text, type);
    toast.success(plural(all.length, { one: "Exported {count} entry", other: "Exported {count} entries" }));
  } catch (error) {
    toast.failed(errorMessage(error, AWAY), () => void exportActivities(log, search, format));
  }
}
