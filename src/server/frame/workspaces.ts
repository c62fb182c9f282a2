import { EDIT_MODE_MS } from "#contract/shared/frame-choices.ts";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { BannerSettings, type Workspace, type WorkspaceChange } from "#contract/workspace.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import { moveToBucket } from "../files/files-of-pictures.ts";
import { ATTACHMENTS } from "../files/files.ts";
import { isId } from "../files/is-id.ts";
import { logSettings } from "./log-settings.ts";
import type { Row } from "../db/row.ts";
import type { workspaces } from "../db/schema/workspace.ts";

export type WorkspaceRow = Row<typeof workspaces>;

/** An edit mode whose hour is over is off, whether or not anybody has looked since. */
export function toWorkspace(row: WorkspaceRow, now = Date.now()): Workspace {
  const isExpired = row.edit_mode_expires_at !== null && row.edit_mode_expires_at.getTime() <= now;
  return {
    id: row.id,
    name: row.workspace_name,
    dashboardLayout: row.dashboard_layout,
    sidebarLayout: row.sidebar_layout,
    panelSizes: row.panel_sizes,
    sidebarPanelSizes: row.sidebar_panel_sizes,
    bannerUrl: row.selected_banner_url,
    bannerType: row.selected_banner_type,
    bannerSettings: readBannerSettings(row.banner_settings),
    hasGlow: row.glowing_effects_enabled,
    themeSettings: row.theme_settings,
    weatherLocation: row.weather_location,
    isWeatherEnabled: row.weather_enabled,
    weatherUnits: row.weather_units,
    isDashboardEditing: row.dashboard_edit_mode && !isExpired,
    isSidebarEditing: row.sidebar_edit_mode && !isExpired,
    editModeExpiresAt: row.edit_mode_expires_at?.toISOString() ?? null,
    customSettings: row.custom_settings,
    settings: row.settings,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Each value by itself: one that another version or an import wrote otherwise is as if it were not there. */
function readBannerSettings(found: unknown): BannerSettings {
  const stored = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
  const known = Object.entries(BannerSettings.shape).flatMap(([key, schema]) => {
    const read = schema.safeParse(stored[key]);
    return read.success ? [[key, read.data] as const] : [];
  });
  return { ...BANNER_DEFAULTS, ...Object.fromEntries(known) };
}

/** The default workspace; the first call makes it. Two first calls at once make one. */
export async function ensureWorkspace(tx: Tx): Promise<WorkspaceRow> {
  const select = () =>
    tx.query<WorkspaceRow>(
      "SELECT * FROM dashboard_workspaces WHERE user_id = $1 AND is_default",
      [tx.userId],
      "select-workspace",
    );
  const [row] = await select();
  if (row) return row;
  await tx.query("INSERT INTO dashboard_workspaces (id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    uuidV7(),
    tx.userId,
  ]);
  return (await select())[0]!;
}

export function getWorkspace(db: Database, userId: string): Promise<Workspace> {
  return db.withUser(userId, async (tx) => toWorkspace(await ensureWorkspace(tx)));
}

/** Columns that take the new value as it is. */
const PLAIN = {
  name: "workspace_name",
  dashboardLayout: "dashboard_layout",
  sidebarLayout: "sidebar_layout",
  bannerUrl: "selected_banner_url",
  bannerType: "selected_banner_type",
  hasGlow: "glowing_effects_enabled",
  themeSettings: "theme_settings",
  weatherLocation: "weather_location",
  isWeatherEnabled: "weather_enabled",
  weatherUnits: "weather_units",
  isDashboardEditing: "dashboard_edit_mode",
  isSidebarEditing: "sidebar_edit_mode",
  settings: "settings",
} as const;
/** Columns where two devices may each change a part. */
const MERGED = {
  bannerSettings: "banner_settings",
  panelSizes: "panel_sizes",
  sidebarPanelSizes: "sidebar_panel_sizes",
  customSettings: "custom_settings",
} as const;

export function updateWorkspace(db: Database, userId: string, change: WorkspaceChange): Promise<Workspace> {
  return db.withUser(userId, async (tx) => {
    const before = await ensureWorkspace(tx);
    const values: unknown[] = [before.id];
    const set = ["updated_at = now()"];
    for (const [key, column] of Object.entries(PLAIN)) {
      const value = change[key as keyof typeof PLAIN];
      if (value === undefined) continue;
      const isJson = typeof value === "object" && value !== null;
      set.push(`${column} = $${values.push(isJson ? JSON.stringify(value) : value)}`);
    }
    for (const [key, column] of Object.entries(MERGED)) {
      const value = change[key as keyof typeof MERGED];
      if (value) set.push(`${column} = ${column} || $${values.push(JSON.stringify(value))}::jsonb`);
    }
    const modes = editModes(before, change);
    if (modes) {
      set.push(`edit_mode_expires_at = $${values.push(modes.expiresAt)}`);
      // The flag of a mode whose hour is over stands until now, and would count again with the other one's new hour.
      const shown = toWorkspace(before);
      for (const mode of ["isDashboardEditing", "isSidebarEditing"] as const)
        if (change[mode] === undefined) set.push(`${PLAIN[mode]} = ${shown[mode]}`);
    }
    const [row] = await tx.query<WorkspaceRow>(
      `UPDATE dashboard_workspaces SET ${set.join(", ")} WHERE id = $1 RETURNING *`,
      values,
    );
    await moveBannerVideo(tx, before.selected_banner_url, change);
    await recordChange(tx, { userId, entity: "workspace", entityId: before.id, operation: "update" });
    await logSettings(tx, "Changed the workspace", change);
    return toWorkspace(row!);
  });
}

/** The spec's bucket. */
const BANNER_VIDEOS = "banner-videos";

/** A video that no longer is the banner stands with other files again, where cleaning up finds it. */
async function moveBannerVideo(
  tx: Tx,
  before: string | null,
  { bannerUrl, bannerType }: WorkspaceChange,
): Promise<void> {
  if (bannerUrl === undefined) return;
  const [left, shown] = [before, bannerUrl].map((url) => url?.replace("/files/", "") ?? "");
  if (left && isId(left)) await moveToBucket(tx, left, BANNER_VIDEOS, ATTACHMENTS);
  if (shown && isId(shown) && bannerType === "video")
    await moveToBucket(tx, shown, ATTACHMENTS, BANNER_VIDEOS);
}

/** Switching either on gives both an hour from now; both off, and there is nothing to end. */
function editModes(row: WorkspaceRow, change: WorkspaceChange): { expiresAt: Date | null } | null {
  const { isDashboardEditing, isSidebarEditing } = change;
  if (isDashboardEditing === undefined && isSidebarEditing === undefined) return null;
  const before = toWorkspace(row);
  const isAnyOn =
    (isDashboardEditing ?? before.isDashboardEditing) || (isSidebarEditing ?? before.isSidebarEditing);
  if (!isAnyOn) return { expiresAt: null };
  const isSwitchedOn = isDashboardEditing || isSidebarEditing;
  return { expiresAt: isSwitchedOn ? new Date(Date.now() + EDIT_MODE_MS) : row.edit_mode_expires_at };
}
