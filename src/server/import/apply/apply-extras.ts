import { z } from "zod";
import type { ImportRowKind } from "#contract/imports.ts";
import { Workspace } from "#contract/workspace.ts";
import { getProfileParts, setProfileParts } from "../../accounts/profiles.ts";
import type { Services } from "../../base.ts";
import type { ImportRows } from "../../feature.ts";
import {
  getPreferences,
  type PreferencesRow,
  toPreferences,
  updatePreferences,
} from "../../frame/preferences.ts";
import { getWorkspace, toWorkspace, updateWorkspace, type WorkspaceRow } from "../../frame/workspaces.ts";
import { findRows } from "../find-rows.ts";
import type { PlannedExtra } from "../reading/plan.ts";

type Rows = Record<string, unknown>[];

const Row = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const Frame = Workspace.omit({
  id: true,
  isDashboardEditing: true,
  isSidebarEditing: true,
  editModeExpiresAt: true,
  updatedAt: true,
});

const ProfileRow = z.object({
  display_name: z.string().trim().min(1).max(100),
  welcome_message: z.string().max(200),
  avatar_url: z.string().nullable(),
});
const ProfileBefore = z.object({
  name: z.string(),
  welcomeMessage: z.string(),
  avatarUrl: z.string().nullable(),
});

/** Preferences, workspace and profile, each value as the contract allows it; what was there before is kept for the undoing. */
export async function makeSettings(
  { db }: Services,
  userId: string,
  importId: string,
  rows: PlannedExtra["rows"],
): Promise<void> {
  const before = {
    preferences: await getPreferences(db, userId, false),
    workspace: await getWorkspace(db, userId),
    profile: await getProfileParts(db, userId),
  };
  await db.queryAs(
    userId,
    "UPDATE imports SET settings_before = coalesce(settings_before, '{}') || $3::jsonb WHERE id = $1 AND user_id = $2 AND NOT coalesce(settings_before, '{}') ? 'preferences'",
    [importId, userId, JSON.stringify(before)],
  );
  for (const given of rows) {
    const { table, row } = Row.parse(given);
    if (table === "user_preferences") {
      const settings = typeof row["settings"] === "object" && row["settings"] ? row["settings"] : {};
      const known = toPreferences(
        { dashboard_theme: String(row["dashboard_theme"]), settings } as PreferencesRow,
        false,
      );
      await updatePreferences(db, userId, known, false);
    } else if (table === "dashboard_workspaces" && row["is_default"] === true) {
      const found = { ...row, edit_mode_expires_at: null, updated_at: new Date() } as unknown as WorkspaceRow;
      const frame = Frame.safeParse(toWorkspace(found));
      if (frame.success) await updateWorkspace(db, userId, frame.data);
    } else if (table === "user_profiles") {
      const profile = ProfileRow.safeParse(row);
      if (profile.success) await takeOverProfile(db, userId, profile.data);
    }
  }
}

/** Who shows no picture there keeps the one of here. */
function takeOverProfile(
  db: Services["db"],
  userId: string,
  { display_name: name, welcome_message: welcomeMessage, avatar_url: url }: z.infer<typeof ProfileRow>,
): Promise<void> {
  return setProfileParts(db, userId, { name, welcomeMessage, ...(url !== null && { avatarUrl: url }) });
}

/**
 * Remembers which rows this import is about to make, for the undoing; what is there already is not its own. Rows that go with what they
 * belong to need no memory.
 *
 * @returns those that are new; null where that is not remembered
 */
export async function rememberMade(
  { db, importRows }: Pick<Services, "db" | "importRows">,
  userId: string,
  importId: string,
  kind: ImportRowKind,
  rows: Rows,
): Promise<unknown[] | null> {
  if (!importRows[kind].removeUntouched) return null;
  const known = await findRows(db, userId, importId, kind, rows);
  const fresh = rows.map(({ id }) => id).filter((id) => !known.has(String(id)));
  await db.queryAs(
    userId,
    `UPDATE imports SET settings_before = coalesce(settings_before, '{}') ||
       jsonb_build_object($3::text, coalesce(settings_before->$3::text, '[]') || $4::jsonb) WHERE id = $1 AND user_id = $2`,
    [importId, userId, kind, JSON.stringify(fresh)],
  );
  return fresh;
}

/** There was no room for them. */
export async function forgetMade(
  { db }: Pick<Services, "db">,
  userId: string,
  importId: string,
  kind: ImportRowKind,
  ids: unknown[],
): Promise<void> {
  await db.queryAs(
    userId,
    `UPDATE imports SET settings_before = settings_before || jsonb_build_object($3::text, (settings_before->$3::text) - $4::text[])
     WHERE id = $1 AND user_id = $2`,
    [importId, userId, kind, ids],
  );
}

/** What this import made from rows and nobody changed since. */
export function removeExtras(
  { db, importRows }: Pick<Services, "db" | "importRows">,
  userId: string,
  importId: string,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [found] = await tx.query<{ made: Partial<Record<ImportRowKind, string[]>>; at: string }>(
      "SELECT coalesce(settings_before, '{}') AS made, created_at::text AS at FROM imports WHERE id = $1",
      [importId],
    );
    if (!found) return;
    const kinds = Object.entries(importRows) as [ImportRowKind, ImportRows][];
    // What lies in something before that.
    for (const [kind, { removeUntouched }] of kinds.toReversed())
      await removeUntouched?.(tx, found.made[kind] ?? [], found.at, importId);
    // Imported again, they are new ones: these lie in the trash under their ids.
    await tx.query(
      `UPDATE import_items SET outcome = 'undone' WHERE import_id = $1 AND user_id = $2 AND outcome = 'made'
         AND kind NOT IN ('note', 'folder', 'file', 'settings')`,
      [importId, tx.userId],
    );
  });
}

/** Puts the settings back that an import took the place of. */
export async function putSettingsBack(
  { db }: Pick<Services, "db">,
  userId: string,
  importId: string,
): Promise<void> {
  const [row] = await db.queryAs<{ before: unknown }>(
    userId,
    "SELECT settings_before AS before FROM imports WHERE id = $1 AND user_id = $2",
    [importId, userId],
  );
  const before = z
    .object({
      preferences: z.record(z.string(), z.unknown()),
      workspace: Frame,
      profile: ProfileBefore.nullish(),
    })
    .safeParse(row?.before);
  if (!before.success) return;
  const known = toPreferences(
    {
      dashboard_theme: String(before.data.preferences["dashboardTheme"]),
      settings: before.data.preferences["settings"],
    } as PreferencesRow,
    false,
  );
  const absent = Object.fromEntries(
    Object.keys((await getPreferences(db, userId, false)).settings).map((key) => [key, null]),
  );
  await updatePreferences(db, userId, { ...known, settings: { ...absent, ...known.settings } }, false);
  await updateWorkspace(db, userId, before.data.workspace);
  if (before.data.profile) await setProfileParts(db, userId, before.data.profile);
  await db.queryAs(
    userId,
    "UPDATE imports SET settings_before = settings_before - 'preferences' - 'workspace' - 'profile' WHERE id = $1 AND user_id = $2",
    [importId, userId],
  );
}
