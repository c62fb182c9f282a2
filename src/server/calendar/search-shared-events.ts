import type { Database } from "../db/client.ts";
import { CANDIDATES, likeFolded, type PlannerQuery } from "../search/planner-search.ts";
import { columnsInProject, type EventRow, SHOWN_COLUMNS } from "./event-row.ts";

export type FoundRow = EventRow & {
  last_day: string;
  replaced: string[];
  zone: string | null;
  /** Of an event that no calendar of the user's has: the project of somebody else it was put into. */
  project_id?: string | null;
};

const WORDS = "folded(lower(f.title || ' ' || f.location || ' ' || f.description))";

/**
 * No index has the words of what others put into their projects: the events of those that were named are looked through. What is told of a series
 * doesn't say when it ends.
 */
const FOUND = `WITH shared AS MATERIALIZED (SELECT * FROM events_of_shared_project($2, '-infinity', 'infinity')),
  found AS (
    SELECT ${SHOWN_COLUMNS}, e.last_day, NULL::uuid AS project_id, s.replaced
      FROM shared s JOIN calendar_events e ON e.id = s.id WHERE e.trashed_at IS NULL
    UNION ALL
    SELECT ${columnsInProject("$2::uuid")}, CASE WHEN s.repeat IS NULL AND s.extra_dates = '{}' THEN s.end_date ELSE '9999-12-31' END, $2::uuid, s.replaced
      FROM shared s WHERE NOT EXISTS (SELECT FROM calendar_events e WHERE e.id = s.id))
  SELECT f.*, (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS zone FROM found f
  WHERE ${WORDS} LIKE ALL ($3::text[]) AND NOT ${WORDS} LIKE ANY ($4::text[])
    AND NOT EXISTS (SELECT FROM unnest($5::text[]) AS wanted WHERE NOT EXISTS (SELECT FROM unnest(f.tags) AS tag WHERE lower(tag) = lower(wanted)))
  ORDER BY f.last_day < current_date, f.updated_at DESC LIMIT $6`;

/** Events that were put into projects with these titles which others share with the user: each word must occur in them, also as a part of another. */
export async function searchSharedEvents(
  db: Database,
  userId: string,
  { projects, words, phrases, tags, unwanted }: PlannerQuery,
): Promise<FoundRow[]> {
  const named = await db.queryAs<{ project_id: string }>(
    userId,
    "SELECT project_id FROM shared_projects_named($1)",
    [projects],
    "shared-projects-named",
  );
  const likes = [[...words, ...phrases], unwanted].map((needles) => needles.map(likeFolded));
  const found: FoundRow[] = [];
  for (const { project_id: projectId } of named)
    found.push(
      ...(await db.queryAs<FoundRow>(
        userId,
        FOUND,
        [userId, projectId, ...likes, tags, CANDIDATES],
        "search-shared-events",
      )),
    );
  return found;
}
