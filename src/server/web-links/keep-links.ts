import { WEB_LINKS_A_DAY } from "#contract/web-links.ts";
import { clockOfUser } from "../db/account-clock.ts";
import type { Database } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";
import type { LinkAnswer } from "./ask-link.ts";

/** More than anybody follows up; further ones have no row and are not asked. */
export const MOST_WEB_LINKS = 5_000;
const ADDRESS_MAX = 2_000;
const DAY_S = 86_400;
/** A link that works is asked again after so long, one that fails the next day. */
const AGAIN_S = { ok: 7 * DAY_S, unasked: 7 * DAY_S, gone: 0.9 * DAY_S, failed: 0.9 * DAY_S };

const STANDS = `EXISTS (SELECT FROM note_links l JOIN notes_v2 n ON n.id = l.note_id AND n.user_id = $1 AND n.trashed_at IS NULL
  WHERE l.user_id = $1 AND l.kind = 'web' AND l.target = w.address)`;

/** Gives every web address of one's notes a row, and forgets those that stand in none. What was dismissed stays so. */
export function gatherLinks(db: Database, userId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('web links of ' || $1, 0))", [userId]);
    await tx.query(
      `DELETE FROM web_links w WHERE w.user_id = $1 AND w.dismissed_at IS NULL AND NOT ${STANDS}`,
      [userId],
      "forget-web-links",
    );
    await tx.query(
      `WITH found AS (
         SELECT DISTINCT l.target FROM note_links l JOIN notes_v2 n ON n.id = l.note_id AND n.user_id = $1 AND n.trashed_at IS NULL
         WHERE l.user_id = $1 AND l.kind = 'web' AND l.target ~* '^https?://' AND length(l.target) <= ${ADDRESS_MAX}
       )
       INSERT INTO web_links (id, user_id, hash, address)
       SELECT gen_random_uuid(), $1, encode(sha256(convert_to(f.target, 'UTF8')), 'hex'), f.target FROM found f
       WHERE NOT EXISTS (SELECT FROM web_links w WHERE w.user_id = $1 AND w.address = f.target)
       ORDER BY f.target LIMIT greatest(0, ${MOST_WEB_LINKS} - (SELECT count(*) FROM web_links WHERE user_id = $1))
       ON CONFLICT DO NOTHING`,
      [userId],
      "gather-web-links",
    );
  });
}

export type DueLink = { id: string; address: string };

/** Those that are to be asked now, within what a day allows. @param isAsked Also those that their time has not come for */
export function dueLinks(
  db: Database,
  userId: string,
  { isAsked, most }: { isAsked: boolean; most: number },
): Promise<DueLink[]> {
  return db.queryAs<DueLink>(
    userId,
    `SELECT w.id, w.address FROM web_links w WHERE w.user_id = $1 AND w.dismissed_at IS NULL
       AND (w.next_at <= now() OR $2 AND w.checked_at < now() - interval '1 hour' AND coalesce(w.status, 0) NOT IN (429, 503))
     ORDER BY w.checked_at NULLS FIRST, w.id
     LIMIT least($3::bigint, greatest(0, ${WEB_LINKS_A_DAY} - (SELECT count(*) FROM web_links c WHERE c.user_id = $1 AND c.checked_at > now() - interval '1 day')))`,
    [userId, isAsked, most],
    "web-links-due",
  );
}

export type AskedLink = { id: string; answer: LinkAnswer };

/** What came of asking. A day counts once, however often a link fails in it. */
export function keepAnswers(db: Database, userId: string, asked: AskedLink[]): Promise<void> {
  if (asked.length === 0) return Promise.resolve();
  const rows = asked.map(({ id, answer: { outcome, status, movedTo, retryMs } }) => ({
    id,
    outcome,
    status,
    moved: movedTo && movedTo.length <= ADDRESS_MAX ? movedTo : null,
    seconds: Math.max(AGAIN_S[outcome], (retryMs ?? 0) / 1000),
  }));
  return db.withUser(userId, async (tx) => {
    const { today } = await clockOfUser(tx);
    await tx.query(
      `UPDATE web_links w SET checked_at = now(), next_at = now() + make_interval(secs => r.seconds), status = r.status, outcome = r.outcome,
         moved_to = CASE WHEN r.outcome = 'ok' THEN r.moved ELSE w.moved_to END,
         failing_since = CASE WHEN r.is_bad THEN coalesce(w.failing_since, now()) WHEN r.outcome = 'unasked' THEN w.failing_since END,
         fail_days = CASE WHEN r.is_bad THEN least(w.fail_days + (w.last_fail_day IS DISTINCT FROM $3::date)::int, 1000)
           WHEN r.outcome = 'unasked' THEN w.fail_days ELSE 0 END,
         last_fail_day = CASE WHEN r.is_bad THEN $3::date WHEN r.outcome = 'unasked' THEN w.last_fail_day END,
         gone_count = CASE r.outcome WHEN 'gone' THEN least(w.gone_count + 1, 1000) WHEN 'ok' THEN 0 ELSE w.gone_count END
       FROM (SELECT *, outcome IN ('gone', 'failed') AS is_bad
         FROM jsonb_to_recordset($2::jsonb) AS a (id uuid, outcome text, status smallint, moved text, seconds double precision)) r
       WHERE w.id = r.id AND w.user_id = $1`,
      [userId, JSON.stringify(rows), today],
      "keep-web-links",
    );
    await recordChange(tx, { userId, entity: "webLink", entityId: asked[0]!.id, operation: "update" });
  });
}

/** Not asked for now, because their site wants to be left alone. */
export async function postpone(db: Database, userId: string, ids: string[], ms: number): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE web_links SET next_at = now() + make_interval(secs => $3) WHERE user_id = $1 AND id = ANY ($2::uuid[])",
    [userId, ids, ms / 1000],
    "postpone-web-links",
  );
}
