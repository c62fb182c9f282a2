import { type Calendar, CalendarColor, MOST_CALENDARS } from "#contract/calendars.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import type { Row } from "../db/row.ts";
import type { calendars } from "../db/schema/calendar.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { lookAtShared, type SharedCalendarRow } from "./shared-calendars.ts";
import { readOnly, refreshSoon } from "./subscriptions.ts";

const LISTED = [
  "id",
  "name",
  "color",
  "is_visible",
  "is_default",
  "source_url",
  "source_read_at",
  "source_error",
  "created_at",
  "updated_at",
] as const;
export const CALENDAR = LISTED.join(", ");
export type CalendarRow = Row<typeof calendars, typeof LISTED>;

export const toCalendar = (row: CalendarRow): Calendar => ({
  id: row.id,
  name: row.name,
  color: row.color,
  isVisible: row.is_visible,
  isDefault: row.is_default,
  subscription:
    row.source_url === null
      ? null
      : {
          url: row.source_url,
          readAt: row.source_read_at?.toISOString() ?? null,
          error: row.source_error,
        },
  sharedBy: null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function listCalendars(db: Database, userId: string): Promise<Calendar[]> {
  const rows = await db.queryAs<CalendarRow & Partial<SharedCalendarRow>>(
    userId,
    LIST_ALL,
    [userId],
    "list-all-calendars",
  );
  const calendars = rows.map((row) =>
    row.share_id ? toSharedCalendar(row as SharedCalendarRow) : toCalendar(row),
  );
  // The first is it when the one that was is gone.
  const first = calendars.find(({ subscription, sharedBy }) => subscription === null && sharedBy === null);
  if (first && !calendars.some(({ isDefault }) => isDefault)) first.isDefault = true;
  return calendars;
}

/** Whether what happens in it takes a person's own time: it is shown, and is more than a look at the time of others. */
export const isOnesTime = ({ isVisible, sharedBy }: Calendar): boolean =>
  isVisible && (sharedBy === null || sharedBy.role === "editor");

const LIST = `SELECT ${CALENDAR} FROM calendars WHERE user_id = $1 AND trashed_at IS NULL ORDER BY id`;

/** One's own first. */
const LIST_ALL = `SELECT ${CALENDAR}, NULL::uuid AS share_id, NULL AS role, NULL AS owner_name, NULL AS owner_email
    FROM calendars WHERE user_id = $1 AND trashed_at IS NULL
  UNION ALL
  SELECT id, name, color, is_visible, false, NULL, NULL, NULL, created_at, updated_at, share_id, role, owner_name, owner_email
    FROM calendars_shared_with_me()
  ORDER BY 13 NULLS FIRST, id`;

const toSharedCalendar = (row: SharedCalendarRow): Calendar => ({
  id: row.id,
  name: row.name,
  color: row.color,
  isVisible: row.is_visible,
  isDefault: false,
  subscription: null,
  sharedBy: {
    shareId: row.share_id,
    role: row.role,
    owner: { name: row.owner_name, email: row.owner_email },
  },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

type NewCalendar = {
  id?: string | undefined;
  name: string;
  color?: CalendarColor | undefined;
  url?: string | undefined;
};

/** Repeated with the same id by its owner, it answers the calendar that is there. */
export function createCalendar(db: Database, userId: string, given: NewCalendar): Promise<Calendar> {
  return db.withUser(userId, async (tx) => {
    await lockCalendars(tx);
    if (given.id) {
      const [known] = await tx.query<CalendarRow>(
        `SELECT ${CALENDAR} FROM calendars WHERE id = $1 AND user_id = $2`,
        [given.id, tx.userId],
      );
      if (known) return toCalendar(known);
    }
    const made = await insertCalendar(tx, given, false);
    if (given.url) await refreshSoon(tx, made.id);
    return made;
  });
}

/** Where events go when no other calendar is chosen: made with the first of them. */
export async function defaultCalendar(tx: Tx): Promise<Calendar> {
  const find = () => tx.query<CalendarRow>(`${LIST_DEFAULT} LIMIT 1`, [tx.userId], "default-calendar");
  const [known] = await find();
  if (known) return toCalendar(known);
  await lockCalendars(tx);
  const [meanwhile] = await find();
  return meanwhile ? toCalendar(meanwhile) : insertCalendar(tx, { name: "My Calendar" }, true);
}

const LIST_DEFAULT = `SELECT ${CALENDAR} FROM calendars WHERE user_id = $1 AND trashed_at IS NULL AND source_url IS NULL ORDER BY is_default DESC, id`;

/** One at a time makes calendars, or says which is the default. */
export const lockCalendars = (tx: Tx) =>
  tx.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('calendars ' || $1, 0))",
    [tx.userId],
    "lock-calendars",
  );

export async function insertCalendar(
  tx: Tx,
  { id = uuidV7(), name, color, url }: NewCalendar,
  isFirst: boolean,
): Promise<Calendar> {
  const others = await tx.query<CalendarRow>(LIST, [tx.userId], "list-calendars");
  if (others.length >= MOST_CALENDARS)
    throw new Failure("QUOTA_EXCEEDED", `You already have ${MOST_CALENDARS} calendars. Delete one first.`);
  const [row] = await tx.query<CalendarRow>(
    `INSERT INTO calendars (id, user_id, name, color, is_default, source_url) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING ${CALENDAR}`,
    [
      id,
      tx.userId,
      name,
      color ?? freeColor(others),
      isFirst && !others.some((other) => other.is_default),
      url?.replace(/^webcals?:/, "https:") ?? null,
    ],
  );
  if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
  await recordChange(tx, { userId: tx.userId, entity: "calendar", entityId: id, operation: "insert" });
  await logCalendar(tx, "calendar_created", row);
  return toCalendar(row);
}

function freeColor(others: CalendarRow[]): CalendarColor {
  const colors = CalendarColor.options;
  return (
    colors.find((color) => !others.some((other) => other.color === color)) ??
    colors[others.length % colors.length]!
  );
}

type CalendarChange = {
  calendarId: string;
  name?: string | undefined;
  color?: CalendarColor | undefined;
  isVisible?: boolean | undefined;
  isDefault?: true | undefined;
};

export function updateCalendar(db: Database, userId: string, change: CalendarChange): Promise<Calendar> {
  const { calendarId, name, color, isVisible, isDefault } = change;
  return db.withUser(userId, async (tx) => {
    if (isDefault) {
      await lockCalendars(tx);
      await tx.query(
        "UPDATE calendars SET is_default = false WHERE user_id = $1 AND is_default AND id <> $2",
        [userId, calendarId],
      );
    }
    const [before] = await tx.query<CalendarRow>(
      `SELECT ${CALENDAR} FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL FOR UPDATE`,
      [userId, calendarId],
    );
    if (!before) return changeLook(tx, change);
    if (isDefault && before.source_url !== null) throw readOnly();
    const [row] = await tx.query<CalendarRow>(
      `UPDATE calendars SET name = coalesce($3, name), color = coalesce($4, color), is_visible = coalesce($5, is_visible),
         is_default = coalesce($6, is_default), updated_at = now()
       WHERE id = $2 AND user_id = $1 RETURNING ${CALENDAR}`,
      [userId, calendarId, name ?? null, color ?? null, isVisible ?? null, isDefault ?? null],
    );
    await recordChange(tx, { userId, entity: "calendar", entityId: calendarId, operation: "update" });
    await logCalendarChange(tx, before, row!);
    return toCalendar(row!);
  });
}

/** Of a calendar that somebody shares: only how the caller sees it. @throws Failure NOT_FOUND, CONFLICT */
async function changeLook(tx: Tx, { calendarId, isDefault, ...look }: CalendarChange): Promise<Calendar> {
  if (isDefault) throw new Failure("CONFLICT", "New events go into a calendar of your own.");
  const row = await lookAtShared(tx, calendarId, look);
  if (!row) throw notFound();
  await recordChange(tx, {
    userId: tx.userId,
    entity: "calendar",
    entityId: calendarId,
    operation: "update",
  });
  return toSharedCalendar(row);
}

/** What an entry of the log tells of a calendar: showing and hiding is looking, which nobody wants to read about. */
export const LOGGED_OF_CALENDAR = { name: "name", color: "color" } as const;

async function logCalendarChange(tx: Tx, before: CalendarRow, after: CalendarRow): Promise<void> {
  const changes: Changes = {};
  for (const field of ["name", "color"] as const)
    if (before[field] !== after[field]) changes[field] = { from: before[field], to: after[field] };
  if (Object.keys(changes).length === 0) return;
  await logChange(tx, {
    type: "calendar_updated",
    entityType: "calendar",
    entityId: after.id,
    title: `Updated calendar ${quoted(after.name)}`,
    metadata: { changes },
  });
}

export async function logCalendar(
  tx: Tx,
  type: "calendar_created" | "calendar_deleted" | "calendar_restored",
  { id, name }: Pick<CalendarRow, "id" | "name">,
): Promise<void> {
  const verbs = {
    calendar_created: "Created",
    calendar_deleted: "Deleted",
    calendar_restored: "Restored",
  };
  await logActivity(tx, {
    type,
    entityType: "calendar",
    entityId: id,
    title: `${verbs[type]} calendar ${quoted(name)}`,
  });
}
