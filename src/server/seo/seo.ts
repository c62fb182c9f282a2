import type { PublishedSeo, SeoPage, SeoSettings } from "#contract/seo.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import type { Config } from "../platform/config.ts";
import type { Row } from "../db/row.ts";
import type { noteSeo } from "../db/schema/seo.ts";

type Deps = { db: Database; config: Pick<Config, "publicUrl"> };

/** More than anybody writes about one thing: beyond, notes are looked for by search. */
const MOST_BESIDE = 2_000;

const SETTINGS = ["title", "description", "keyphrase", "language", "picture_id"] as const;
type SettingsRow = Row<typeof noteSeo, typeof SETTINGS>;
type PageRow = { slug: string; is_indexed: boolean; has_password: boolean; is_signed: boolean };
type BesideRow = {
  id: string;
  title: string;
  search_title: string;
  description: string;
  keyphrase: string;
  is_published: boolean;
  is_linking_here: boolean;
};

export const IS_PUBLISHED = "(p.expires_at IS NULL OR p.expires_at > now())";
const PAGE = "p.slug, p.is_indexed, p.is_signed, p.password_hash IS NOT NULL AS has_password";

const toSettings = (row: SettingsRow | undefined): SeoSettings => ({
  title: row?.title ?? "",
  description: row?.description ?? "",
  keyphrase: row?.keyphrase ?? "",
  language: row?.language ?? null,
  pictureId: row?.picture_id ?? null,
});

const toPage = (row: PageRow, { publicUrl }: Deps["config"]): SeoPage => ({
  slug: row.slug,
  url: `${publicUrl.origin}/p/${row.slug}`,
  isIndexed: row.is_indexed,
  hasPassword: row.has_password,
  isSigned: row.is_signed,
});

/** @throws Failure NOT_FOUND for a note that is another's or in the trash */
export async function assertOwnNote(tx: Tx, noteId: string): Promise<{ title: string }> {
  const [note] = await tx.query<{ title: string }>(
    "SELECT title FROM notes_v2 WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL",
    [noteId, tx.userId],
  );
  if (!note) throw notFound();
  return note;
}

/** Published notes with their health of the days that they were checked on. */
export async function listPublishedSeo({ db, config }: Deps, userId: string): Promise<PublishedSeo[]> {
  const rows = await db.queryAs<
    PageRow & {
      note_id: string;
      title: string;
      updated_at: Date;
      keyphrase: string;
      history: PublishedSeo["history"];
    }
  >(
    userId,
    `SELECT p.note_id, n.title, n.updated_at, coalesce(s.keyphrase, '') AS keyphrase, ${PAGE},
       (SELECT coalesce(jsonb_agg(jsonb_build_object('day', h.day, 'health', h.health) ORDER BY h.day), '[]')
          FROM note_health h WHERE h.note_id = p.note_id) AS history
     FROM note_publications p JOIN notes_v2 n ON n.id = p.note_id LEFT JOIN note_seo s ON s.note_id = p.note_id
     WHERE p.user_id = $1 AND n.trashed_at IS NULL AND ${IS_PUBLISHED}
     ORDER BY p.created_at DESC, p.note_id LIMIT 1000`,
    [userId],
  );
  return rows.map((row) => ({
    ...toPage(row, config),
    noteId: row.note_id,
    title: row.title,
    updatedAt: row.updated_at.toISOString(),
    keyphrase: row.keyphrase,
    history: row.history,
  }));
}

/** @throws Failure NOT_FOUND */
export function getNoteSeo({ db, config }: Deps, userId: string, noteId: string) {
  return db.withUser(userId, async (tx) => {
    const { title } = await assertOwnNote(tx, noteId);
    const [settings, [page], beside] = await Promise.all([
      selectSettings(tx, noteId),
      tx.query<PageRow>(`SELECT ${PAGE} FROM note_publications p WHERE p.note_id = $1 AND ${IS_PUBLISHED}`, [
        noteId,
      ]),
      notesBeside(tx, noteId, title),
    ]);
    return { noteId, title, settings, page: page ? toPage(page, config) : null, others: beside };
  });
}

async function selectSettings(tx: Tx, noteId: string): Promise<SeoSettings> {
  const [row] = await tx.query<SettingsRow>(
    `SELECT ${SETTINGS.join(", ")} FROM note_seo WHERE note_id = $1`,
    [noteId],
  );
  return toSettings(row);
}

async function notesBeside(tx: Tx, noteId: string, title: string) {
  const rows = await tx.query<BesideRow>(
    `SELECT n.id, n.title, coalesce(s.title, '') AS search_title, coalesce(s.description, '') AS description,
       coalesce(s.keyphrase, '') AS keyphrase, p.note_id IS NOT NULL AS is_published, l.note_id IS NOT NULL AS is_linking_here
     FROM notes_v2 n LEFT JOIN note_seo s ON s.note_id = n.id
       LEFT JOIN note_publications p ON p.note_id = n.id AND ${IS_PUBLISHED}
       LEFT JOIN (SELECT DISTINCT note_id FROM note_links WHERE user_id = $1
         AND (kind = 'note' AND target = $2::uuid::text OR kind = 'title' AND target = lower(trim($3::text)) AND trim($3::text) <> '')) l
         ON l.note_id = n.id
     WHERE n.user_id = $1 AND n.trashed_at IS NULL AND n.id <> $2::uuid AND n.title <> ''
     ORDER BY is_published DESC, is_linking_here DESC, n.updated_at DESC, n.id LIMIT ${MOST_BESIDE}`,
    [tx.userId, noteId, title],
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    searchTitle: row.search_title,
    description: row.description,
    keyphrase: row.keyphrase,
    isPublished: row.is_published,
    isLinkingHere: row.is_linking_here,
  }));
}

type SeoChange = { noteId: string } & { [Field in keyof SeoSettings]?: SeoSettings[Field] | undefined };

/** @throws Failure NOT_FOUND */
export function updateSeo(db: Database, userId: string, change: SeoChange): Promise<SeoSettings> {
  const { noteId, language, pictureId } = change;
  const trimmed = [change.title, change.description, change.keyphrase].map((value) => value?.trim() ?? null);
  return db.withUser(userId, async (tx) => {
    await assertOwnNote(tx, noteId);
    const [row] = await tx.query<SettingsRow>(
      `INSERT INTO note_seo AS s (note_id, user_id, title, description, keyphrase, language, picture_id)
       VALUES ($1, $2, coalesce($3, ''), coalesce($4, ''), coalesce($5, ''), $7, $9)
       ON CONFLICT (note_id) DO UPDATE SET title = coalesce($3, s.title), description = coalesce($4, s.description),
         keyphrase = coalesce($5, s.keyphrase), language = CASE WHEN $6 THEN $7 ELSE s.language END,
         picture_id = CASE WHEN $8 THEN $9::uuid ELSE s.picture_id END, updated_at = now()
       RETURNING ${SETTINGS.join(", ")}`,
      [
        noteId,
        userId,
        ...trimmed,
        language !== undefined,
        language ?? null,
        pictureId !== undefined,
        pictureId ?? null,
      ],
    );
    await recordChange(tx, { userId, entity: "seo", entityId: noteId, operation: "update" });
    return toSettings(row);
  });
}
