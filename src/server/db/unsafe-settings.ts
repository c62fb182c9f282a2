import type { Logger } from "../platform/log.ts";
import type { Database } from "./client.ts";

/** Each of them, when off, lets PostgreSQL confirm what a power cut can still take back. */
export const UNSAFE_SETTINGS = `SELECT name FROM pg_settings
  WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`;

/** Tells the operator of a database that breaks the promise "saved is saved"; it is his to decide. */
export async function warnOfUnsafeSettings(db: Database, log: Logger): Promise<void> {
  const settings = await db.unsafeSettings();
  if (settings.length === 0) return;
  log.warn(
    { settings },
    `The database has ${settings.join(", ")} switched off: a power cut can take back what was saved, or destroy the database. ` +
      `Switch ${settings.length === 1 ? "it" : "them"} on, for example: ALTER SYSTEM SET ${settings[0]} = on; SELECT pg_reload_conf();`,
  );
}
