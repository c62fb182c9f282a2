import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../base.ts";
import type { NodeJob } from "../../jobs/job.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { isOfModel, meaningIndexOf } from "../../retrieval/meaning/index-rows.ts";
import { ModelFault } from "../providers/model-fault.ts";
import { type Item, itemsDue } from "./meaning-items.ts";
import { readThings } from "./read-things.ts";
import { survey } from "./survey.ts";
import { tellPages } from "./tell-pages.ts";
import { waitAfter, waitNoLonger } from "./wait-after.ts";

type Deps = Pick<Services, "db" | "collab" | "models" | "log">;

const LOOK_MS = 5_000;
/** What was changed so lately is perhaps still being written, and would be sent again and again. */
const QUIET_SECONDS = 10;
const ACCOUNTS = 5;
/** After so much work on one account the others have their turn. */
const TURN_MS = 15_000;
/** Texts of one call. */
const MOST_TEXTS = 64;
const LEAST_TEXTS = 4;
/** Of a node that died nobody waits longer; one that works says so again in time, however long a model takes. */
const CLAIM_SECONDS = 30;
const CLAIM_AGAIN_MS = 5_000;
/** Of the time it took, so that all of it takes half of a core at most: database and threads work beside what is timed. */
const REST = 2.5;
/** Until an index whose model is not the chosen one is looked at again. */
const ANOTHER_MODEL_SECONDS = 300;

/** Reads what is new or changed for its meaning. Several nodes may look; one at a time works on an account. */
export const indexMeaning: NodeJob<Deps> = {
  name: "index-meaning",
  onEachNodeMs: LOOK_MS,
  run: (deps, signal) => indexDue(deps, { quietSeconds: QUIET_SECONDS, signal }),
};

/** @returns whether something was done, so that there may be more */
export async function indexDue(deps: Deps, { quietSeconds, signal }: Turn): Promise<boolean> {
  const due = await deps.db.asSystem("see whose things are to be read for their meaning", (tx) =>
    tx.call<{ user_id: string }>("meaningDue", quietSeconds, ACCOUNTS),
  );
  let done = 0;
  for (const { user_id: userId } of due) {
    if (signal.aborted || !(await claim(deps, userId))) continue;
    // A claim that could not be renewed ends, and another node goes on.
    const claiming = setInterval(() => void claimLonger(deps, userId).catch(() => {}), CLAIM_AGAIN_MS);
    try {
      done += await indexInTurn(deps, userId, { quietSeconds, signal });
    } finally {
      clearInterval(claiming);
      await release(deps, userId);
    }
  }
  return done > 0 && !signal.aborted;
}

type Turn = { quietSeconds: number; signal: AbortSignal };

/** One account's turn. Its pages hear what came of it: more can be found, or it waits. */
async function indexInTurn(deps: Deps, userId: string, turn: Turn): Promise<number> {
  let done = 0;
  try {
    done = await indexAccount(deps, userId, turn);
    if (done === 0) return 0;
  } catch (error) {
    if (turn.signal.aborted) return 0;
    const isFault = error instanceof ModelFault;
    if (!isFault) deps.log.warn({ err: error }, "things of an account could not be read for their meaning");
    await waitAfter(deps.db, userId, isFault ? error : null);
  }
  await deps.db.asJob(userId, "tell pages what is read for its meaning", (tx) => tellPages(tx, "update"));
  return done;
}

async function claim({ db }: Deps, userId: string): Promise<boolean> {
  const claimed = await db.queryAs(
    userId,
    `UPDATE meaning_indexes SET claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
     WHERE user_id = $1 AND coalesce(claimed_until, '-infinity') < now() RETURNING user_id`,
    [userId],
    "claim-meaning",
  );
  return claimed.length > 0;
}

const release = ({ db }: Deps, userId: string) =>
  db.queryAs(
    userId,
    "UPDATE meaning_indexes SET claimed_until = now() WHERE user_id = $1",
    [userId],
    "release-meaning",
  );

/** @returns how many things were read, or in part. @throws ModelFault */
async function indexAccount(deps: Deps, userId: string, { quietSeconds, signal }: Turn): Promise<number> {
  const { db } = deps;
  const until = performance.now() + TURN_MS;
  let done = 0;
  while (!signal.aborted && performance.now() < until) {
    // Each time: it may be turned off, have another model, or a fence may come while a model works.
    const index = await meaningIndexOf(db, userId);
    if (!index) break;
    const model = await deps.models.forTask(userId, "embeddings");
    if (!model || !isOfModel(index, model)) {
      await waitForModel(db, userId);
      break;
    }
    if (index.is_survey_due)
      await db.asJob(userId, "survey what is read for its meaning", (tx) => survey(tx, reachOf(model)));
    const items: Item[] = await itemsDue(db, userId, quietSeconds);
    if (items.length === 0) {
      await waitNoLonger(db, userId);
      break;
    }
    const begun = performance.now();
    // A slow model gets less with each time that it was too slow.
    const mostTexts = Math.max(LEAST_TEXTS, MOST_TEXTS >> index.failures);
    const { numbers } = index;
    const waitedMs = await readThings(deps, { userId, model, numbers, mostTexts, signal }, items);
    await waitNoLonger(db, userId);
    done += items.length;
    // While the model works nothing is done here.
    const restMs = Math.max(0, performance.now() - begun - waitedMs) * REST;
    await pause(restMs, undefined, { signal }).catch(() => {});
  }
  return done;
}

const waitForModel = (db: Deps["db"], userId: string) =>
  db.queryAs(
    userId,
    "UPDATE meaning_indexes SET retry_at = now() + make_interval(secs => $2) WHERE user_id = $1",
    [userId, ANOTHER_MODEL_SECONDS],
    "wait-for-meaning-model",
  );

const claimLonger = ({ db }: Deps, userId: string) =>
  db.queryAs(
    userId,
    `UPDATE meaning_indexes SET claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}) WHERE user_id = $1`,
    [userId],
    "claim-meaning-longer",
  );
