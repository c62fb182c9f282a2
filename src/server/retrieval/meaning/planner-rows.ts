import type { Database } from "../../db/client.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { momentOf } from "#language/moment.ts";
import type { PlannerHit } from "../planner-hits.ts";

type PlannerRow = Omit<PlannerHit, "score">;
type Row = {
  id: string;
  title: string;
  text: string;
  day: string | null;
  time: string | null;
  is_done: boolean;
};

/** Of a description, in characters. */
const TEXT_MAX = 1_000;
const NAME = { task: "tasks-for-meaning", event: "events-for-meaning" };
const SELECT = {
  task: `SELECT t.id, t.title, left(t.description, ${TEXT_MAX}) AS text, t.due_date::text AS day, t.due_time AS time, t.completed AS is_done
    FROM tasks t LEFT JOIN notes_v2 n ON n.id = t.note_id WHERE t.id = ANY ($2::uuid[]) AND t.user_id = $1
      AND t.trashed_at IS NULL AND n.trashed_at IS NULL AND t.id IN (SELECT planner_within_reach(false, $2::uuid[], $3))`,
  event: `SELECT e.id, e.title, left(concat_ws(E'\\n', nullif(e.location, ''), nullif(e.description, '')), ${TEXT_MAX}) AS text,
      e.date::text AS day, e.time, false AS is_done
    FROM calendar_events e WHERE e.id = ANY ($2::uuid[]) AND e.user_id = $1
      AND e.trashed_at IS NULL AND e.id IN (SELECT planner_within_reach(true, $2::uuid[], $3))`,
};

/** Own tasks or events by their ids, outside the trash, as far as they may go there. A series tells of its first day. */
export async function plannerRows(
  db: Database,
  userId: string,
  kind: "task" | "event",
  ids: readonly string[],
  reach: Reach,
): Promise<PlannerRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.queryAs<Row>(userId, SELECT[kind], [userId, ids, reach], NAME[kind]);
  return rows.map(({ id, title, text, day, time, is_done: isDone }) => ({
    kind,
    id,
    title,
    text,
    when: day && momentOf(day, time),
    isDone,
  }));
}
