import type { CalendarEvent, EventInstance } from "#contract/events.ts";
import { addDays, momentOf } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import type { Database } from "../db/client.ts";
import { EVENTS_OF_PROJECTS_NAMED } from "../db/parts-of-project.ts";
import type { Reach } from "../notes/ai-access/reach.ts";
import { bestFirst, CANDIDATES, type PlannerQuery, readPlannerQuery } from "../search/planner-search.ts";
import { SHOWN_COLUMNS, toEvent } from "./event-row.ts";
import { type FoundRow, searchSharedEvents } from "./search-shared-events.ts";

type EventHit = { event: CalendarEvent; instance: EventInstance; projectId: string | null };

/** What repeats more rarely is shown with its first day. */
const NEAR_DAYS = 400;

/** Every word must occur, as a word or as the beginning of one; where none does, in titles as parts of words. Of projects alone, what is in them. */
export async function searchEvents(
  db: Database,
  userId: string,
  {
    query,
    limit,
    now = new Date(),
    reach = "nowhere",
  }: { query: string; limit: number; now?: Date; reach?: Reach },
): Promise<EventHit[]> {
  const asked = readPlannerQuery(query);
  if (!asked) return [];
  const isOfWords = asked.words.length + asked.phrases.length + asked.tags.length > 0;
  const found = isOfWords ? await byWords(db, userId, asked, reach) : [];
  const hasTitlesToo = !isOfWords || (found.length === 0 && asked.titleLikes.length > 0);
  const own = hasTitlesToo ? await inTitles(db, userId, asked, reach) : found;
  // A model is told of one's own alone.
  const isOfOthers = asked.projects.length > 0 && reach === "nowhere";
  const rows = isOfOthers ? [...own, ...(await searchSharedEvents(db, userId, asked))] : own;
  if (rows.length === 0) return [];
  const { instancesOf } = await import("#language/instances.ts");
  const today = clockOf(now, rows[0]!.zone ?? undefined)
    .toISOString()
    .slice(0, 10);
  const hits = rows.map((row) => {
    const event = toEvent(row);
    const isOver = row.last_day < today;
    return { ...event, event, row, isOver, at: event.updatedAt };
  });
  return bestFirst(hits, asked, limit).map(({ event, row, isOver }) => {
    // An event's own clock may be a day ahead of this one, or a day behind.
    const [from, to] = isOver
      ? [addDays(row.last_day, -NEAR_DAYS), addDays(row.last_day, 1)]
      : [today, addDays(today, NEAR_DAYS)];
    const instances = instancesOf(event, from, to, row.zone ?? "UTC", row.replaced);
    const instance = (isOver ? instances.at(-1) : instances[0]) ?? firstOf(event);
    return { event, instance: { eventId: event.id, ...instance }, projectId: row.project_id ?? null };
  });
}

const firstOf = (event: CalendarEvent) => ({
  instance: event.repeat === null ? null : momentOf(event.date, event.time),
  start: momentOf(event.date, event.time),
  end: momentOf(event.endDate, event.endTime),
});

const FOUND = `SELECT ${SHOWN_COLUMNS}, e.last_day, p.zone, ARRAY(
    SELECT o.instance FROM calendar_events o WHERE o.series_id = e.id AND o.user_id = e.user_id AND o.trashed_at IS NULL) AS replaced
  FROM calendar_events e
    LEFT JOIN (SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1) p ON true
  WHERE e.trashed_at IS NULL`;

/** Which of the events that a query finds it narrows to; $2 are titles of projects. */
const ofProjects = ({ projects }: PlannerQuery) =>
  projects.length > 0 ? `e.id IN ${EVENTS_OF_PROJECTS_NAMED("$2::text[]")}` : "$2::text[] IS NOT NULL";

/** So many of them may be in other projects. */
const candidatesOf = ({ projects }: PlannerQuery) => (projects.length > 0 ? 10 : 1) * CANDIDATES;

const byWords = (db: Database, userId: string, asked: PlannerQuery, reach: Reach) =>
  db.queryAs<FoundRow>(
    userId,
    `${FOUND} AND ${ofProjects(asked)} AND e.id = ANY (ARRAY(SELECT planner_within_reach(true, ARRAY(
         SELECT search_planner(true, $3::text[], $4::text[], $5::text[], $6::text[], $7)), $8)))`,
    [
      ...[userId, asked.projects, asked.words, asked.phrases, asked.tags, asked.unwanted],
      ...[candidatesOf(asked), reach],
    ],
    asked.projects.length > 0 ? "search-events-of-projects" : "search-events",
  );

/** Those with all of that in their titles; without any, all of the projects, what is still to come first. */
const inTitles = (db: Database, userId: string, asked: PlannerQuery, reach: Reach) =>
  db.queryAs<FoundRow>(
    userId,
    `${FOUND} AND e.id = ANY (ARRAY(SELECT planner_within_reach(true, ARRAY(
       SELECT e.id FROM calendar_events e WHERE e.trashed_at IS NULL AND ${ofProjects(asked)} AND e.user_id = ANY (ARRAY(SELECT $1::uuid UNION SELECT c.user_id FROM calendars c WHERE c.id IN (SELECT calendar_access('viewer')))) AND CASE WHEN octet_length(e.title) = length(e.title) THEN lower(e.title) ELSE folded(lower(e.title)) END LIKE ALL ($3::text[])
       ORDER BY e.last_day < current_date AND $2 <> '{}', e.updated_at DESC LIMIT $4), $5))) ORDER BY e.updated_at DESC`,
    [userId, asked.projects, asked.titleLikes, CANDIDATES, reach],
    asked.projects.length > 0 ? "search-event-titles-of-projects" : "search-event-titles",
  );
