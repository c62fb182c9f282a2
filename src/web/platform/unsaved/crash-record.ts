import { local } from "../local.ts";

const KEY = "error-boundary-work-preservation";

/** What the recovery screen knew when it came up; kept on this device until its next clean start. */
type WorkRecord = {
  /** ISO 8601, UTC. */
  timestamp: string;
  url: string;
  userAgent: string;
  error: string;
  retryCount: number;
};

export function writeCrashRecord(error: unknown, retryCount: number): void {
  const record: WorkRecord = {
    timestamp: new Date().toISOString(),
    url: location.href,
    userAgent: navigator.userAgent,
    error: error instanceof Error ? error.message : String(error),
    retryCount,
  };
  local.set(KEY, JSON.stringify(record));
}

/** The frame stands again. */
export const clearCrashRecord = () => local.remove(KEY);
