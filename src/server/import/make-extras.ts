import { z } from "zod";
import { Workspace } from "#contract/workspace.ts";
import { getProfileParts, setProfileParts } from "../accounts/profiles.ts";
import type { Services } from "../base.ts";
import {
  getPreferences,
  type PreferencesRow,
  toPreferences,
  updatePreferences,
} from "../frame/preferences.ts";
import { getWorkspace, toWorkspace, updateWorkspace, type WorkspaceRow } from "../frame/workspaces.ts";
import { recordChange } from "../live/record-change.ts";
import type { PlannedExtra } from "./reading/plan.ts";

type Rows = Record<string, unknown>[];

/** What a task row of an export may say; its title and tick are the note's where it belongs to one. */
const TASK = `(id uuid, note_id uuid, block_id text, title text, completed boolean, priority text, category text, due_date date,
  due_time text, due_words text, position int, completed_at timestamptz, created_at timestamptz, updated_at timestamptz, trashed_at timestamptz)`;

/**
 * Tasks with what was chosen for them; those of notes are there by now, made of their checkboxes. One that was there before the import
 * stays what its owner has made of it.
 */
export function makeTasks({ db }: Services, userId: string, importId: string, rows: Rows): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [first] = await tx.query<{ id: string }>(
      `INSERT INTO tasks AS t (id, user_id, note_id, block_id, title, completed, priority, category, due_date, due_time, due_words,
         position, completed_at, created_at, updated_at, trashed_at)
       SELECT r.id, $1, r.note_id, r.block_id, left(coalesce(r.title, ''), 1000), coalesce(r.completed, false),
         CASE WHEN r.priority IN ('high', 'medium', 'low') THEN r.priority ELSE 'medium' END, left(coalesce(r.category, 'general'), 100),
         r.due_date, CASE WHEN r.due_time ~ '^([01]\\d|2[0-3]):[0-5]\\d$' THEN r.due_time END, r.due_words, coalesce(r.position, 0), r.completed_at,
         coalesce(r.created_at, now()), coalesce(r.updated_at, now()), r.trashed_at
       FROM jsonb_to_recordset($2::jsonb) AS r ${TASK}
       WHERE r.id IS NOT NULL AND (r.note_id IS NULL OR EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1))
         AND NOT EXISTS (SELECT FROM tasks there WHERE there.id = r.id)
       ON CONFLICT (note_id, block_id) DO UPDATE SET priority = excluded.priority, category = excluded.category, due_date = excluded.due_date,
         due_time = excluded.due_time, due_words = excluded.due_words, completed_at = excluded.completed_at,
         created_at = excluded.created_at, updated_at = excluded.updated_at
       WHERE t.updated_at >= (SELECT i.created_at FROM imports i WHERE i.id = $3)
       RETURNING t.id`,
      [userId, JSON.stringify(rows), importId],
    );
    if (first) await recordChange(tx, { userId, entity: "task", entityId: first.id, operation: "update" });
  });
}

/** Comments are said by whoever brings them: accounts of another server are nobody here. */
export function makeThreads({ db }: Services, userId: string, rows: Rows): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO comment_threads (id, note_id, user_id, quote, created_by, created_at, resolved_at, resolved_by)
       SELECT r.id, r.note_id, $1, left(coalesce(r.quote, ''), 1000), $1, coalesce(r.created_at, now()), r.resolved_at,
         CASE WHEN r.resolved_at IS NOT NULL THEN $1::uuid END
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid, quote text, created_at timestamptz, resolved_at timestamptz)
       WHERE r.id IS NOT NULL AND EXISTS (SELECT FROM notes_v2 n WHERE n.id = r.note_id AND n.user_id = $1) ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows)],
    );
  });
}

export function makeComments({ db }: Services, userId: string, rows: Rows): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query(
      `INSERT INTO note_comments (id, thread_id, note_id, user_id, author_id, text, created_at, edited_at)
       SELECT r.id, r.thread_id, r.note_id, $1, $1, left(coalesce(r.text, ''), 10000), coalesce(r.created_at, now()), r.edited_at
       FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, thread_id uuid, note_id uuid, text text, created_at timestamptz, edited_at timestamptz)
       WHERE EXISTS (SELECT FROM comment_threads t WHERE t.id = r.thread_id AND t.note_id = r.note_id AND t.user_id = $1) ON CONFLICT DO NOTHING`,
      [userId, JSON.stringify(rows)],
    );
  });
}

export async function makeTemplates({ db }: Services, userId: string, rows: Rows): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO note_templates (id, user_id, name, text, created_at, updated_at)
     SELECT r.id, $1, left(r.name, 200), left(coalesce(r.text, ''), 500000), coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, name text, text text, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> '' ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
  );
}

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

/** Remembers what is to be made beside notes, folders and files, which have lines of their own; what is there already is not. */
export async function rememberMade(
  { db }: Services,
  userId: string,
  importId: string,
  kind: "tasks" | "templates",
  rows: Rows,
): Promise<void> {
  const table = kind === "tasks" ? "tasks" : "note_templates";
  const there = await db.queryAs<{ id: string }>(
    userId,
    `SELECT id FROM ${table} WHERE id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) WHERE value IS NOT NULL)`,
    [JSON.stringify(rows.map(({ id }) => id))],
  );
  const known = new Set(there.map(({ id }) => id));
  await db.queryAs(
    userId,
    `UPDATE imports SET settings_before = coalesce(settings_before, '{}') ||
       jsonb_build_object($3::text, coalesce(settings_before->$3::text, '[]') || $4::jsonb) WHERE id = $1 AND user_id = $2`,
    [importId, userId, kind, JSON.stringify(rows.map(({ id }) => id).filter((id) => !known.has(String(id))))],
  );
}

/** Tasks of their own into the trash; templates, which have none, unless somebody changed them since. */
export function removeExtras({ db }: Pick<Services, "db">, userId: string, importId: string): Promise<void> {
  const idsOf = (kind: string) =>
    `(SELECT value::uuid FROM imports i, jsonb_array_elements_text(coalesce(i.settings_before->'${kind}', '[]')) WHERE i.id = $1)`;
  return db.withUser(userId, async (tx) => {
    const [first] = await tx.query<{ id: string }>(
      `UPDATE tasks SET trashed_at = now() WHERE user_id = $2 AND note_id IS NULL AND trashed_at IS NULL AND id IN ${idsOf("tasks")}
         AND updated_at <= (SELECT created_at FROM imports WHERE id = $1) RETURNING id`,
      [importId, userId],
    );
    await tx.query(
      `DELETE FROM note_templates WHERE user_id = $2 AND id IN ${idsOf("templates")}
         AND updated_at <= (SELECT created_at FROM imports WHERE id = $1)`,
      [importId, userId],
    );
    if (first) await recordChange(tx, { userId, entity: "task", entityId: first.id, operation: "delete" });
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
