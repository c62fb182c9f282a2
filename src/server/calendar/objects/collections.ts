import type { Calendar } from "#contract/calendars.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import { type CalendarRow, defaultCalendar, insertCalendar, lockCalendars } from "../calendars.ts";

/** A calendar with the last part of its CalDAV address. */
export type CalendarCollection = Pick<Calendar, "id" | "name" | "color"> & {
  slug: string;
  ownerId: string;
  isReadOnly: boolean;
};
type Row = Pick<CalendarRow, "id" | "name" | "color"> & {
  slug: string;
  user_id: string;
  is_read_only: boolean;
};

export async function listCollections(tx: Tx): Promise<CalendarCollection[]> {
  const rows = await tx.query<Row>(LIST, [tx.userId], "list-collections");
  return rows.map(({ id, name, color, slug, ...row }) => ({
    id,
    name,
    color,
    slug,
    ownerId: row.user_id,
    isReadOnly: row.is_read_only,
  }));
}

/** One that is shared is at its id, whatever its owner's programs call it; of free and busy times no program can be told alone. */
const LIST = `SELECT id, user_id, name, color, coalesce(resource, id::text) AS slug, source_url IS NOT NULL AS is_read_only FROM calendars
    WHERE user_id = $1 AND trashed_at IS NULL
  UNION ALL
  SELECT c.id, c.user_id, s.name, s.color, c.id::text, s.role <> 'editor' FROM calendars_shared_with_me() s JOIN calendars c ON c.id = s.id
    WHERE s.role <> 'free_busy'
  ORDER BY 1`;

/** A program that finds no calendar has nowhere to put an event: the one that the first event would make is made for it. */
export async function ensureCalendar(db: Database, userId: string): Promise<void> {
  await db.withUser(userId, (tx) => defaultCalendar(tx));
}

type NewCollection = { slug: string; name: string | null; color: Calendar["color"] | null };

/** A calendar under the address that a client has chosen. @throws Failure CONFLICT when it is taken, QUOTA_EXCEEDED */
export function createCollection(
  db: Database,
  userId: string,
  { slug, name, color }: NewCollection,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await lockCalendars(tx);
    if ((await listCollections(tx)).some((other) => other.slug === slug))
      throw new Failure("CONFLICT", "There is a calendar at this address already.");
    const isOwnId = isId(slug) && slug === slug.toLowerCase() && !(await isTaken(tx, slug));
    const { id } = await insertCalendar(
      tx,
      { name: name ?? slug.slice(0, 200), color: color ?? undefined, ...(isOwnId && { id: slug }) },
      false,
    );
    if (!isOwnId)
      await tx.query(
        "UPDATE calendars SET resource = $3 WHERE id = $2 AND user_id = $1",
        [userId, id, slug],
        "name-collection",
      );
  });
}

/** Also by one in the trash. */
async function isTaken(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query("SELECT 1 FROM calendars WHERE id = $1", [id])).length > 0;
}
