import type { Profile } from "#contract/accounts.ts";
import { type Changes, logActivity, logChange } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import type { CurrentSession } from "./sessions.ts";
import type { Row } from "../db/row.ts";
import type { userProfiles } from "../db/schema/accounts.ts";

type ProfileRow = Row<typeof userProfiles>;

/** The spec's default name: the part of the e-mail before the @, or 'User'. */
export function defaultName(email: string): string {
  return email.split("@")[0]?.trim() || "User";
}

/** Reads the profile of the session's user; where there is no row yet, it is made. */
export async function getProfile(db: Database, session: CurrentSession): Promise<Profile> {
  return db.withUser(session.userId, async (tx) => {
    const select = () =>
      tx.query<ProfileRow>("SELECT * FROM user_profiles WHERE id = $1", [session.userId], "select-profile");
    let [row] = await select();
    if (!row) {
      await tx.query(
        "INSERT INTO user_profiles (id, email, display_name) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING",
        [session.userId, session.email, session.name || defaultName(session.email)],
      );
      [row] = await select();
    }
    return toProfile(row!);
  });
}

export async function updateProfile(
  db: Database,
  session: CurrentSession,
  change: { name?: string | undefined; welcomeMessage?: string | undefined; avatar?: null | undefined },
): Promise<Profile> {
  const before = await getProfile(db, session);
  return db.withUser(session.userId, async (tx) => {
    if (change.avatar === null)
      await tx.query("UPDATE user_profiles SET avatar_url = NULL WHERE id = $1", [session.userId]);
    const [row] = await tx.query<ProfileRow>(
      `UPDATE user_profiles SET display_name = coalesce($2, display_name), welcome_message = coalesce($3, welcome_message), updated_at = now()
       WHERE id = $1 RETURNING *`,
      [session.userId, change.name ?? null, change.welcomeMessage ?? null],
    );
    await recordChange(tx, {
      userId: session.userId,
      entity: "profile",
      entityId: session.userId,
      operation: "update",
    });
    const profile = toProfile(row!);
    await logProfileChange(tx, before, profile);
    return profile;
  });
}

/** Says which part was changed and, but for the picture, from what to what. */
async function logProfileChange(tx: Tx, before: Profile, after: Profile): Promise<void> {
  const changes: Changes = {};
  for (const field of ["name", "welcomeMessage"] as const)
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  // Initials follow the name.
  const isPictureGone = before.avatar.startsWith("/") && !after.avatar.startsWith("/");
  if (isPictureGone) changes["avatar"] = { from: "picture", to: "initials" };
  if (Object.keys(changes).length === 0) return;
  const about = { entityType: "account", entityId: after.id } as const;
  await logChange(tx, {
    type: "settings_updated",
    title: "Updated the profile",
    ...about,
    metadata: { changes },
  });
}

/** What an import takes over of a profile, and what its undoing puts back. */
export type ProfileParts = { name: string; welcomeMessage: string; avatarUrl: string | null };

export async function getProfileParts(db: Database, userId: string): Promise<ProfileParts | null> {
  const [row] = await db.queryAs<ProfileRow>(userId, "SELECT * FROM user_profiles WHERE id = $1", [userId]);
  if (!row) return null;
  return { name: row.display_name, welcomeMessage: row.welcome_message, avatarUrl: row.avatar_url };
}

/** A picture counts only when it is one that this person has; undefined leaves the one there is. */
export async function setProfileParts(
  db: Database,
  userId: string,
  { name, welcomeMessage, avatarUrl }: Omit<ProfileParts, "avatarUrl"> & { avatarUrl?: string | null },
): Promise<void> {
  await db.withUser(userId, async (tx) => {
    await tx.query(
      `UPDATE user_profiles SET display_name = $2, welcome_message = $3, updated_at = now(), avatar_url = CASE
         WHEN $5 AND ($4::text IS NULL OR EXISTS (SELECT FROM files WHERE user_id = $1 AND bucket = $6 AND '/files/' || id = $4))
         THEN $4 ELSE avatar_url END
       WHERE id = $1`,
      [userId, name, welcomeMessage, avatarUrl ?? null, avatarUrl !== undefined, AVATARS],
    );
    await recordChange(tx, { userId, entity: "profile", entityId: userId, operation: "update" });
  });
}

/** The bucket of pictures that people show of themselves. */
export const AVATARS = "avatars";

export async function setAvatar(db: Database, userId: string, url: string): Promise<Profile> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<ProfileRow>(
      "UPDATE user_profiles SET avatar_url = $2, updated_at = now() WHERE id = $1 RETURNING *",
      [userId, url],
    );
    await recordChange(tx, { userId, entity: "profile", entityId: userId, operation: "update" });
    const about = { entityType: "account", entityId: userId } as const;
    await logActivity(tx, { type: "settings_updated", title: "Changed the profile picture", ...about });
    return toProfile(row!);
  });
}

/** Forgets the pictures somebody no longer shows; answers the keys of their bytes. */
export async function dropAvatars(db: Database, userId: string, keepId: string | null): Promise<string[]> {
  const rows = await db.queryAs<{ storage_key: string }>(
    userId,
    "DELETE FROM files WHERE bucket = $1 AND ($2::uuid IS NULL OR id <> $2) RETURNING storage_key",
    [AVATARS, keepId],
  );
  return rows.map((row) => row.storage_key);
}

function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    email: row.email,
    name: row.display_name,
    avatar: row.avatar_url ?? initialsAvatar(row.display_name),
    welcomeMessage: row.welcome_message,
  };
}

const INDIGO = "#4f46e5";

/** Up to two initials on indigo, as an image that needs no request. */
function initialsAvatar(name: string): string {
  const initials = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join("")
    .replaceAll(/[<>&"']/g, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${INDIGO}"/><text x="32" y="33" fill="#fff" font-family="sans-serif" font-size="26" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text></svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
