import type { Estimates } from "#contract/planning.ts";
import type { Database } from "../db/client.ts";

/** Fewer say little of how far somebody's estimates miss. */
export const LEAST_SAMPLES = 8;
const [LEAST, MOST] = [0.5, 3];

/** The median of time spent for each minute that was estimated; 1 while too few are known. */
export function estimatesFrom(done: readonly { estimate: number; spent: number }[]): Estimates {
  const samples = done.length;
  if (samples < LEAST_SAMPLES) return { factor: 1, samples };
  const ratios = done.map(({ estimate, spent }) => spent / estimate).toSorted((one, other) => one - other);
  const middle = (ratios[Math.floor((samples - 1) / 2)]! + ratios[Math.floor(samples / 2)]!) / 2;
  return { factor: Math.round(Math.min(Math.max(middle, LEAST), MOST) * 100) / 100, samples };
}

/** What the account's last finished tasks say of its estimates; time spent on one that repeats is that of many times. */
export async function learnEstimates(db: Database, userId: string, now: Date): Promise<Estimates> {
  const rows = await db.queryAs<{ estimate: number; spent: number }>(
    userId,
    `SELECT estimate_minutes AS estimate, spent_minutes AS spent FROM tasks
     WHERE user_id = $1 AND completed AND trashed_at IS NULL AND completed_at <= $2 AND repeat IS NULL
       AND estimate_minutes > 0 AND spent_minutes > 0 ORDER BY completed_at DESC, id DESC LIMIT 200`,
    [userId, now],
    "learn-estimates",
  );
  return estimatesFrom(rows);
}
