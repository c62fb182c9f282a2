import { aboutNote } from "#seo/about-note.ts";
import type { CheckedNote } from "#seo/check-note.ts";
import { clockOf } from "#language/time-zone.ts";
import type { Services } from "../base.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import type { ScheduledJob } from "../jobs/job.ts";
import { carryHealth, keepChecked, pagesToCheck } from "./health.ts";
import { getNoteSeo } from "./seo.ts";

const EVERY_MS = 30 * 60_000;
const FIRST_AFTER_MS = 10 * 60_000;
/** Of one look; what is left is for the next. A page of usual length takes a tenth of a second, beside the requests of people. */
const MOST_CHECKED = 300;
const MOST_MS = 5 * 60_000;

type Deps = Pick<Services, "db" | "collab" | "config">;
type Owner = { user_id: string; zone: string | null; through: string | null };
type Budget = { left: number; until: number };

/** Gives every published page its health of each day, when that has begun where its owner lives: read anew where something changed, else that of the day before. */
export const checkPages: ScheduledJob<Deps & Pick<Services, "log">> = {
  name: "check-pages",
  everyMs: EVERY_MS,
  firstMs: FIRST_AFTER_MS,
  run: async ({ log, ...deps }, signal) => {
    const budget = { left: MOST_CHECKED, until: performance.now() + MOST_MS };
    for (const { userId, today } of await ownersDue(deps.db)) {
      if (signal.aborted) return;
      try {
        await checkPagesOf(deps, { userId, today, budget, signal });
      } catch (error) {
        // One account must not keep the others waiting.
        log.warn({ err: error }, "pages of an account could not be checked; it is tried again");
      }
    }
  },
};

/** Whose pages lack the health of the day that it is there. */
async function ownersDue(db: Database): Promise<{ userId: string; today: string }[]> {
  const owners = await db.asSystem("see who has published notes", (tx) => tx.call<Owner>("usersWithPages"));
  return owners.flatMap(({ user_id: userId, zone, through }) => {
    const today = clockOf(new Date(), zone ?? "UTC")
      .toISOString()
      .slice(0, 10);
    return through === null || through < today ? [{ userId, today }] : [];
  });
}

type Round = { userId: string; today: string; budget: Budget; signal: AbortSignal };

/** Pages that could not be read, by the day: they are tried once a day and take no place from others. */
const unreadable = new Map<string, string>();

export async function checkPagesOf(deps: Deps, { userId, today, budget, signal }: Round): Promise<void> {
  await carryHealth(deps.db, userId, today);
  const skipped = [...unreadable].filter(([, day]) => day === today).map(([noteId]) => noteId);
  const due = await pagesToCheck(deps.db, userId, { today, skipped, most: budget.left });
  for (const noteId of due) {
    if (signal.aborted || budget.left <= 0 || performance.now() > budget.until) return;
    budget.left--;
    const checkedAt = new Date();
    const checked = await checkOf(deps, userId, noteId);
    if (!checked) unreadable.set(noteId, today);
    else {
      unreadable.delete(noteId);
      await keepChecked(deps.db, userId, { noteId, health: checked.health, today, checkedAt });
    }
  }
}

/** Null for a note that is gone by now, or whose text takes too long to read. */
export async function checkOf(deps: Deps, userId: string, noteId: string): Promise<CheckedNote | null> {
  try {
    const note = await getNoteSeo(deps, userId, noteId);
    const { parts } = await readBodyAs(deps.db, userId, noteId);
    // How fast a page loads is for browsers to say, and no part of its health.
    return await deps.collab.bodies.check(parts, aboutNote(note, note.settings, null));
  } catch (error) {
    if (error instanceof Failure && ["NOT_FOUND", "TOO_LARGE"].includes(error.code)) return null;
    throw error;
  }
}
