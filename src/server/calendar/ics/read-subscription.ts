import type { Services } from "../../base.ts";
import type { Database } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { CALENDAR_BYTES_MAX } from "../../ics/read-calendar.ts";
import type { QueuedJob } from "../../jobs/job.ts";
import { recordChange } from "../../live/record-change.ts";
import { notify } from "../../notifications/notifications.ts";
import { EgressError } from "../../platform/egress/egress-error.ts";
import { readSubscriptions, refreshSoon } from "../subscriptions.ts";
import { mirrorCalendarFile } from "./import-calendar.ts";

const MINUTE = 60_000;
const EVERY_MS = 60 * MINUTE;
const DAY_MS = 24 * 60 * MINUTE;
/** After the first failure, four times as long after each further one, a day at most. */
const FIRST_RETRY_MS = 5 * MINUTE;
/** In a row, then the owner is told: about six hours. */
const TOLD_AFTER = 4;
const TIMEOUT_MS = 30_000;

type Source = {
  name: string;
  source_url: string | null;
  source_etag: string | null;
  source_error: string | null;
  source_failures: number;
  is_trashed: boolean;
};
type Outcome = { etag: string | null; isChanged: boolean; error: string | null; name?: string | undefined };

/** Reads what a calendar is subscribed to, and leaves the next look in the queue whatever came of this one. */
export const readSubscription: QueuedJob<
  Pick<Services, "collab" | "db" | "egress" | "invitationLinks" | "log">,
  { calendarId: string }
> = {
  ...readSubscriptions,
  run: async (services, { userId, data: { calendarId }, signal }) => {
    const { db } = services;
    const [source] = await db.queryAs<Source>(userId, SOURCE, [userId, calendarId], "source-of-calendar");
    if (!source?.source_url) return;
    const outcome = source.is_trashed ? null : await look(services, userId, calendarId, source, signal);
    if (signal.aborted) return;
    await keep(db, userId, calendarId, source, outcome);
  },
};

const SOURCE = `SELECT name, source_url, source_etag, source_error, source_failures, trashed_at IS NOT NULL AS is_trashed
  FROM calendars WHERE id = $2 AND user_id = $1`;

async function look(
  {
    collab,
    db,
    egress,
    invitationLinks,
    log,
  }: Pick<Services, "collab" | "db" | "egress" | "invitationLinks" | "log">,
  userId: string,
  calendarId: string,
  { source_url: url, source_etag: etag }: Source,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const answer = await egress.request({
      url: url!,
      source: "user",
      headers: { accept: "text/calendar, */*;q=0.1", ...(etag && { "if-none-match": etag }) },
      timeoutMs: TIMEOUT_MS,
      maxBytes: CALENDAR_BYTES_MAX,
      signal,
    });
    if (answer.status === 304) return { etag, isChanged: false, error: null };
    if (answer.status !== 200) return failed(etag, `The other server answered ${answer.status}.`);
    // Read as whole, what is behind the break would be gone.
    if (!isWhole(answer.body)) return failed(null, "The file breaks off before its end.");
    const { created, updated } = await mirrorCalendarFile(
      { db, collab, invitationLinks },
      userId,
      calendarId,
      inOne(answer.body),
    );
    return { etag: answer.headers.etag ?? null, isChanged: created + updated > 0, error: null };
  } catch (error) {
    if (error instanceof EgressError) return failed(etag, error.message);
    if (error instanceof Failure) return failed(null, error.message);
    log.warn({ err: error }, "a calendar that is subscribed to could not be read; it is tried again");
    return failed(null, "It couldn't be read. It is tried again.");
  }
}

const isWhole = (body: Buffer) =>
  !isCalendar(body) || /END:VCALENDAR\s*$/i.test(body.subarray(-1_000).toString());
/** What is none is said by who reads it. */
const isCalendar = (body: Buffer) => /BEGIN:VCALENDAR/i.test(body.subarray(0, 10_000).toString());

const failed = (etag: string | null, error: string): Outcome => ({ etag, isChanged: false, error });

async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Null of a calendar in the trash, which may come back. */
async function keep(
  db: Database,
  userId: string,
  calendarId: string,
  source: Source,
  outcome: Outcome | null,
): Promise<void> {
  const failures = outcome?.error ? source.source_failures + 1 : 0;
  const pause = outcome?.error ? Math.min(FIRST_RETRY_MS * 4 ** (failures - 1), DAY_MS) : EVERY_MS;
  await db.asJob(userId, "keep what a calendar is subscribed to", async (tx) => {
    if (outcome) {
      await tx.query(
        KEEP,
        [userId, calendarId, outcome.etag, outcome.error, failures],
        "keep-source-of-calendar",
      );
      if (outcome.isChanged || outcome.error !== source.source_error)
        await recordChange(tx, { userId, entity: "calendar", entityId: calendarId, operation: "update" });
      if (outcome.error && failures === TOLD_AFTER)
        await notify(tx, {
          type: "warning",
          title: `The calendar "${source.name}" can't be read`,
          message: outcome.error,
          href: "/app/calendar",
          dedupeKey: `subscription-failed:${calendarId}:${new Date().toISOString().slice(0, 10)}`,
        });
    }
    await refreshSoon(tx, calendarId, new Date(Date.now() + (outcome ? pause : DAY_MS)));
  });
}

const KEEP = `UPDATE calendars SET source_etag = $3, source_error = $4, source_failures = $5,
    source_read_at = CASE WHEN $4::text IS NULL THEN now() ELSE source_read_at END
  WHERE user_id = $1 AND id = $2`;
