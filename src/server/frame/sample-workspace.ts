import type { Onboarding } from "#contract/onboarding.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity } from "../activity/log-activity.ts";
import type { Collab } from "../collab/collab.ts";
import type { Database } from "../db/client.ts";
import { createFolder, removeFolder } from "../folders/folders.ts";
import { recordChange } from "../live/record-change.ts";
import { createNote } from "../notes/create-note.ts";
import { setTrashed } from "../notes/notes.ts";
import { getOnboarding, type OnboardingRow } from "./onboarding.ts";
import { SAMPLE_FOLDER, SAMPLE_NOTES } from "./sample-notes.ts";

type Bodies = Pick<Collab, "onLogged" | "bodies" | "room">;

/** Makes the sample notes in a folder of their own and remembers which they are; asked twice, they are there once. */
export function addSample(db: Database, collab: Bodies, userId: string): Promise<Onboarding> {
  return db.bulkLimiter(userId, () => makeSample(db, collab, userId));
}

async function makeSample(db: Database, collab: Bodies, userId: string): Promise<Onboarding> {
  const names = [...new Set(SAMPLE_NOTES.flatMap(({ folder }) => folder ?? []))];
  const rootId = uuidV7();
  const folderIds = new Map(names.map((name) => [name, uuidV7()]));
  const noteIds = SAMPLE_NOTES.map(() => uuidV7());
  // The ids first: what a broken-off call left behind can be removed like the rest.
  if (!(await claim(db, userId, [rootId, ...folderIds.values(), ...noteIds])))
    return getOnboarding(db, userId);
  await createFolder(db, userId, {
    id: rootId,
    name: SAMPLE_FOLDER,
    parentId: null,
    isLoggedElsewhere: true,
  });
  for (const [name, id] of folderIds)
    await createFolder(db, userId, { id, name, parentId: rootId, isLoggedElsewhere: true });
  for (const [index, { title, folder, tags, isFavorite, text }] of SAMPLE_NOTES.entries())
    await createNote(db, collab, userId, {
      id: noteIds[index],
      title,
      body: { format: "markdown", text },
      category: "general",
      tags,
      isFavorite: isFavorite ?? false,
      folderId: folder ? folderIds.get(folder)! : rootId,
      isLoggedElsewhere: true,
      origin: null,
    });
  await db.withUser(userId, (tx) =>
    logActivity(tx, {
      type: "import_notes",
      title: "Added the sample workspace",
      metadata: { notes_count: SAMPLE_NOTES.length },
    }),
  );
  return getOnboarding(db, userId);
}

/** True when there was no sample; its ids are kept from now on. */
async function claim(db: Database, userId: string, ids: string[]): Promise<boolean> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query(
      `INSERT INTO user_onboarding AS o (user_id, sample_ids) VALUES ($1, $2::uuid[])
       ON CONFLICT (user_id) DO UPDATE SET sample_ids = $2::uuid[], updated_at = now()
         WHERE o.sample_ids = '{}' RETURNING user_id`,
      [userId, ids],
    );
    if (rows.length > 0)
      await recordChange(tx, { userId, entity: "onboarding", entityId: userId, operation: "update" });
    return rows.length > 0;
  });
}

/** What somebody wrote into a sample note makes it theirs; the first row of the log is the sample's own text. */
const UNTOUCHED = `SELECT n.id FROM notes_v2 n WHERE n.id = ANY ($1::uuid[]) AND n.user_id = $2 AND n.trashed_at IS NULL
  AND n.doc_seq = coalesce((SELECT min(u.id) FROM note_updates u WHERE u.note_id = n.id), n.doc_seq)
  AND NOT EXISTS (SELECT FROM user_activities a WHERE a.entity_id = n.id AND a.activity_type = 'note_updated')`;

type Removal = { onboarding: Onboarding; removed: number; kept: number };

/** Puts what is still as it was made into the trash, with the folders that are empty then. What was changed stays. */
export function removeSample(db: Database, userId: string): Promise<Removal> {
  return db.bulkLimiter(userId, () => trashSample(db, userId));
}

async function trashSample(db: Database, userId: string): Promise<Removal> {
  const { ids, untouched, all } = await db.withUser(userId, async (tx) => {
    const [row] = await tx.query<OnboardingRow>("SELECT * FROM user_onboarding WHERE user_id = $1", [userId]);
    const sample = row?.sample_ids ?? [];
    const [notes, present] = await Promise.all([
      tx.query<{ id: string }>(UNTOUCHED, [sample, userId]),
      tx.query<{ id: string }>(
        "SELECT id FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NULL",
        [sample, userId],
      ),
    ]);
    return { ids: sample, untouched: notes.map(({ id }) => id), all: present.length };
  });
  for (const id of untouched) await setTrashed(db, userId, id, true);
  await removeEmptyFolders(db, userId, ids);
  await db.withUser(userId, async (tx) => {
    await tx.query("UPDATE user_onboarding SET sample_ids = '{}', updated_at = now() WHERE user_id = $1", [
      userId,
    ]);
    await recordChange(tx, { userId, entity: "onboarding", entityId: userId, operation: "update" });
  });
  return {
    onboarding: await getOnboarding(db, userId),
    removed: untouched.length,
    kept: all - untouched.length,
  };
}

/** Inner ones first; one that still holds something stays, and so does what it lies in. */
async function removeEmptyFolders(db: Database, userId: string, ids: string[]): Promise<void> {
  for (;;) {
    const empty = await db.queryAs<{ id: string }>(
      userId,
      `SELECT f.id FROM folders f WHERE f.id = ANY ($1::uuid[]) AND f.user_id = $2 AND f.trashed_at IS NULL
         AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.folder_id = f.id AND n.trashed_at IS NULL)
         AND NOT EXISTS (SELECT FROM folders c WHERE c.parent_folder_id = f.id AND c.trashed_at IS NULL)`,
      [ids, userId],
    );
    if (empty.length === 0) return;
    for (const { id } of empty) await removeFolder(db, userId, id, "trash");
  }
}
