import { Preferences, PreferenceSettings } from "#contract/preferences.ts";
import type { Database, Tx } from "../db/client.ts";
import { hasten } from "../jobs/job.ts";
import { recordChange } from "../live/record-change.ts";
import { merge } from "../merge.ts";
import { logSettings } from "./log-settings.ts";
import type { Row } from "../db/row.ts";
import type { userPreferences } from "../db/schema/workspace.ts";

const COLUMNS = ["dashboard_theme", "settings"] as const;
export type PreferencesRow = Row<typeof userPreferences, typeof COLUMNS>;

/**
 * What an older or newer Cairn wrote and this one does not know is left out, each key by itself. The demo account is
 * everybody's: what one visitor chose must not greet the next.
 */
export function toPreferences(row: PreferencesRow | undefined, isDemo: boolean): Preferences {
  const theme = Preferences.shape.dashboardTheme.safeParse(row?.dashboard_theme);
  const known = Object.entries(PreferenceSettings.shape).flatMap(([key, shape]) => {
    const parsed = shape.safeParse(row?.settings[key]);
    return parsed.success && parsed.data !== undefined ? [[key, parsed.data] as const] : [];
  });
  return {
    dashboardTheme: isDemo ? "clean-default" : (theme.data ?? "default"),
    settings: Object.fromEntries(known) as PreferenceSettings,
  };
}

export async function getPreferences(db: Database, userId: string, isDemo: boolean): Promise<Preferences> {
  const [row] = await db.queryAs<PreferencesRow>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM user_preferences WHERE user_id = $1`,
    [userId],
    "select-preferences",
  );
  return toPreferences(row, isDemo);
}

/** Remembers up to when briefs were told (server/briefs). */
export async function setBriefsTold(tx: Tx, at: Date): Promise<void> {
  await tx.query(
    "UPDATE user_preferences SET briefs_told_at = $2 WHERE user_id = $1",
    [tx.userId, at],
    "set-briefs-told",
  );
}

/** What pages tell and nobody chose in the settings: the zone, how lists are looked at, where windows stand. */
const NOT_LOGGED = new Set(["timeZone", "explorer", "floatingSmall", "floatingMedium", "floatingLarge"]);

type Settings = Record<string, unknown>;
type PreferencesChange = {
  dashboardTheme?: string | undefined;
  settings?: Settings | undefined;
  was?: Settings | undefined;
};

/** Made of what the settings are now, which another device may have changed since. What would not hold together is as it is given. */
async function mergedSettings(tx: Tx, settings: Settings, was: Settings): Promise<Settings> {
  await tx.query(
    "INSERT INTO user_preferences (user_id, dashboard_theme, settings) VALUES ($1, 'default', '{}') ON CONFLICT DO NOTHING",
    [tx.userId],
    "begin-preferences",
  );
  const [row] = await tx.query<Pick<PreferencesRow, "settings">>(
    "SELECT settings FROM user_preferences WHERE user_id = $1 FOR UPDATE",
    [tx.userId],
    "lock-preferences",
  );
  const mergedOf = (key: string, given: unknown): unknown => {
    if (!(key in was)) return given;
    const none = Array.isArray(was[key]) ? [] : {};
    const merged = merge(was[key], given ?? none, row?.settings[key] ?? undefined);
    const isGone = given === null && Object.keys(merged as object).length === 0;
    const { success } = PreferenceSettings.shape[key as keyof PreferenceSettings].safeParse(merged);
    return success && !isGone ? merged : given;
  };
  return Object.fromEntries(Object.entries(settings).map(([key, given]) => [key, mergedOf(key, given)]));
}

export function updatePreferences(
  db: Database,
  userId: string,
  { dashboardTheme, was, settings: given }: PreferencesChange,
  isDemo: boolean,
): Promise<Preferences> {
  return db.withUser(userId, async (tx) => {
    const settings = given && was ? await mergedSettings(tx, given, was) : given;
    const change = { dashboardTheme, settings };
    const [row] = await tx.query<PreferencesRow>(
      `INSERT INTO user_preferences AS p (user_id, dashboard_theme, settings)
       VALUES ($1, coalesce($2, 'default'), jsonb_strip_nulls($3::jsonb))
       ON CONFLICT (user_id) DO UPDATE SET dashboard_theme = coalesce($2, p.dashboard_theme),
         settings = jsonb_strip_nulls(p.settings || $3::jsonb), updated_at = now()
       RETURNING ${COLUMNS.join(", ")}`,
      [userId, change.dashboardTheme ?? null, JSON.stringify(change.settings ?? {})],
    );
    await recordChange(tx, { userId, entity: "preferences", entityId: userId, operation: "update" });
    // In another zone the times of agents are others.
    if (change.settings?.["timeZone"] !== undefined) await hasten(tx, "look-for-agent");
    const chosen = Object.fromEntries(
      Object.entries(change.settings ?? {}).filter(([key]) => !NOT_LOGGED.has(key)),
    );
    const fields = { dashboardTheme: change.dashboardTheme, ...chosen };
    if (Object.values(fields).some((value) => value !== undefined))
      await logSettings(tx, "Changed settings", fields);
    return toPreferences(row, isDemo);
  });
}
