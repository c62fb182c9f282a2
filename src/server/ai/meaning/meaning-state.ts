import type { MeaningState } from "#contract/meaning.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { isOfModel, meaningIndexOf } from "../../retrieval/meaning/index-rows.ts";
import { asFailure } from "../providers/make-images.ts";
import { tellPages } from "./tell-pages.ts";

type Deps = Pick<Services, "db" | "models">;

/** What there is to read, and how far that has come. */
export async function meaningState({ db, models }: Deps, userId: string): Promise<MeaningState> {
  // Its key cannot be opened: the settings of models say so.
  const model = await models.forTask(userId, "embeddings").catch(() => null);
  const index = await meaningIndexOf(db, userId);
  const shown = model && {
    provider: model.provider,
    host: model.host,
    model: model.model,
    isLocal: model.isLocal,
  };
  const things = await countThings(db, userId);
  if (!index) return { model: shown, things, index: null };
  const counts = await countItems(db, userId);
  return {
    model: shown,
    things,
    index: {
      host: index.host,
      model: index.model,
      isCurrent: model !== null && isOfModel(index, model),
      ...counts,
      // Just turned on: nothing was looked at yet, and all of it is to be.
      due: index.is_survey_due && counts.kept + counts.due === 0 ? things : counts.due,
      fault: index.fault_words,
      retryAt: index.retry_at?.toISOString() ?? null,
    },
  };
}

/** Begins, goes on at once where it waited, or begins anew with another model. @throws Failure SERVICE_FAILED without a model */
export async function turnOnMeaning(deps: Deps, userId: string): Promise<MeaningState> {
  const model = await deps.models.forTask(userId, "embeddings").catch(asFailure);
  if (!model)
    throw new Failure("SERVICE_FAILED", "No model for embeddings is set up. Add one in Settings, AI models.");
  const index = await meaningIndexOf(deps.db, userId);
  await deps.db.withUser(userId, async (tx) => {
    if (index && !isOfModel(index, model)) await forget(tx);
    await tx.query(
      `INSERT INTO meaning_indexes (user_id, provider_id, host, model, is_survey_due) VALUES ($1, $2, $3, $4, true)
       ON CONFLICT (user_id) DO UPDATE SET retry_at = NULL, failures = 0, fault = NULL, fault_words = NULL, is_survey_due = true`,
      [userId, model.providerId, model.host, model.model],
      "turn-on-meaning",
    );
    await tellPages(tx, "update");
  });
  return meaningState(deps, userId);
}

export const turnOffMeaning = (db: Database, userId: string): Promise<void> =>
  db.withUser(userId, async (tx) => {
    await forget(tx);
    await tellPages(tx, "delete");
  });
async function forget(tx: Tx): Promise<void> {
  // First, so that no trigger adds any more.
  await tx.query("DELETE FROM meaning_indexes WHERE user_id = $1", [tx.userId], "turn-off-meaning");
  await tx.query("DELETE FROM meaning_items WHERE user_id = $1", [tx.userId], "forget-meaning");
}

async function countThings(db: Database, userId: string): Promise<number> {
  const [row] = await db.queryAs<{ things: number }>(
    userId,
    `SELECT ((SELECT count(*) FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL)
       + (SELECT count(*) FROM file_texts t JOIN files f ON f.id = t.file_id WHERE t.user_id = $1 AND f.trashed_at IS NULL)
       + (SELECT count(*) FROM tasks WHERE user_id = $1 AND trashed_at IS NULL)
       + (SELECT count(*) FROM calendar_events WHERE user_id = $1 AND trashed_at IS NULL))::int AS things`,
    [userId],
    "count-things-to-mean",
  );
  return row!.things;
}

async function countItems(db: Database, userId: string) {
  const [row] = await db.queryAs<{ due: number; kept: number; passages: number }>(
    userId,
    `SELECT count(*) FILTER (WHERE due_at <= now())::int AS due, count(*) FILTER (WHERE cardinality(hashes) > 0)::int AS kept,
       coalesce(sum(cardinality(hashes)), 0)::int AS passages FROM meaning_items WHERE user_id = $1`,
    [userId],
    "count-meaning-items",
  );
  return row!;
}
