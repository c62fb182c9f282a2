import type { Database } from "./db/client.ts";
import type { Services } from "./base.ts";
import { purgeFiles } from "./files/file-trash.ts";
import { removeReceived } from "./files/receiving.ts";
import { purgeUploads } from "./files/uploads.ts";
import { thinHistories } from "./history/thin-history.ts";
import { removeLeftOvers } from "./import/work-folder.ts";
import type { Logger } from "./platform/log.ts";

const EVERY_MS = 6 * 60 * 60 * 1000;
const FIRST_AFTER_MS = 60 * 1000;
/** Less than a second of the database. */
const WORDS_AT_A_TIME = 5_000;
const STEPS_OF_WORDS = 100;

type Removed = { notes: number; folders: number; events: number; tasks: number; sessions: number };

/** What files, histories and imports need besides the database. */
type Parts = Pick<Services, "storage" | "collab" | "config">;

/**
 * Removes what has had its time: trash of thirty days, live events of seven, sessions, tokens and counts that have expired, what was
 * sent to imports that nobody went on with.
 * @returns null while the clock is not believed, because it jumped or the server was away for days: then nothing goes
 */
export async function tidyUp(db: Database, parts?: Parts): Promise<Removed | null> {
  const [clock] = await db.asSystem("look at the clock", (tx) =>
    tx.call<{ is_trusted: boolean }>("watchClock"),
  );
  if (!clock?.is_trusted) return null;
  const [purged] = await db.asSystem("empty the trash", (tx) =>
    tx.call<{ notes: number; folders: number; events: number }>("purge"),
  );
  const [tasks] = await db.asSystem("remove tasks from the trash", (tx) =>
    tx.call<{ tasks: number }>("purgeTasks"),
  );
  const { rowCount } = await db.authPool.query("DELETE FROM auth.sessions WHERE expires_at < now()");
  await db.authPool.query("DELETE FROM auth.verifications WHERE expires_at < now()");
  await db.authPool.query("DELETE FROM auth.rate_limits WHERE window_start < now() - interval '1 day'");
  await forgetWords(db);
  if (parts) {
    await purgeFiles(db, parts.storage);
    await purgeUploads(db, parts.storage);
    await thinHistories(db, parts.collab.bodies);
    await removeLeftOvers(parts.config);
    await removeReceived(parts.config);
  }
  return { ...purged!, ...tasks!, sessions: rowCount ?? 0 };
}

/** Words that no note has any more, as far as this run gets; the next goes on where it ended. */
async function forgetWords(db: Database): Promise<void> {
  for (let step = 0; step < STEPS_OF_WORDS; step++) {
    const [swept] = await db.asSystem("forget words that nobody uses any more", (tx) =>
      tx.call<{ looked_at: number }>("forgetWords", WORDS_AT_A_TIME),
    );
    if (swept!.looked_at < WORDS_AT_A_TIME) return;
  }
}

/** Runs `tidyUp` every six hours. Several nodes may do it at once: each row goes once. */
export function startHousekeeping({ db, log, ...parts }: Parts & { db: Database; log: Logger }): () => void {
  const run = () =>
    tidyUp(db, parts).then(
      (removed) =>
        removed
          ? log.info({ removed }, "tidied up")
          : log.info(
              "nothing was removed: the server was away or its clock jumped within the last three days",
            ),
      (error: unknown) => log.warn({ err: error }, "tidying up failed; the next run repeats it"),
    );
  const first = setTimeout(() => void run(), FIRST_AFTER_MS);
  const timer = setInterval(() => void run(), EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
