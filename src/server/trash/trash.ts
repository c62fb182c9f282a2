import { TRASH_DAYS, type TrashItem, type TrashKind } from "#contract/trash.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { inOrder, type Item, type Kinds, toCounts } from "./kinds.ts";

const DAY_MS = 24 * 60 * 60_000;

type Filter = { kind?: TrashKind | undefined; cursor?: string | undefined; limit: number };
type Row = {
  kind: TrashKind;
  id: string;
  name: string;
  place: string | null;
  notes: number;
  size: number | null;
  trashed_at: Date;
  micros: number;
};

export async function listTrash(db: Database, kinds: Kinds, userId: string, filter: Filter) {
  const listed = listedOf(kinds);
  const after = filter.cursor ? readCursor(filter.cursor) : { micros: null, id: null };
  const rows = await db.queryAs<Row>(
    userId,
    `SELECT *, (extract(epoch FROM trashed_at) * 1000000)::bigint AS micros FROM (${listed}) AS items
     WHERE ($2::text IS NULL OR kind = $2) AND ($3::bigint IS NULL OR
       (trashed_at, id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
     ORDER BY trashed_at DESC, id DESC LIMIT $5`,
    [userId, filter.kind ?? null, after.micros, after.id, filter.limit + 1],
  );
  const counted = await db.queryAs<{ kind: TrashKind; count: number }>(
    userId,
    `SELECT kind, count(*)::int AS count FROM (${listed}) AS items GROUP BY kind`,
    [userId],
  );
  const counts = toCounts(Object.fromEntries(counted.map(({ kind, count }) => [kind, count])));
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return { items: page.map(toItem), counts, nextCursor: last ? `${last.micros}.${last.id}` : null };
}

const listedOf = (kinds: Kinds) =>
  Object.values(kinds)
    .map(({ listed }) => listed)
    .join(" UNION ALL ");

function toItem({ kind, id, name, place, notes, size, trashed_at: at }: Row): TrashItem {
  const expiresAt = new Date(at.getTime() + TRASH_DAYS * DAY_MS).toISOString();
  return { kind, id, name, place, notes, size, trashedAt: at.toISOString(), expiresAt };
}

/** The cursor carries microseconds, which a JavaScript date would cut off. */
function readCursor(cursor: string): { micros: string; id: string } {
  const match = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  if (!match) throw new Failure("INVALID_INPUT", "cursor: not valid");
  return { micros: match[1]!, id: match[2]! };
}

/** By the functions of each noun, so that lists, search and the log hear of it as of any other change. */
export async function restoreItems(
  db: Database,
  kinds: Kinds,
  userId: string,
  items: Item[],
): Promise<{ restored: number }> {
  let restored = 0;
  for (const [kind, { all, restore }] of inOrder(kinds))
    for (const { id } of items.filter((item) => item.kind === kind)) {
      const isThere = `SELECT 1 FROM (${all}) AS items WHERE id = $3`;
      const there = await db.queryAs(userId, isThere, [userId, "infinity", id]);
      if (there.length === 0) continue;
      await restore(db, userId, id);
      restored++;
    }
  return { restored };
}
