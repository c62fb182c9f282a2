import type { ModelResult, ModelTask } from "#contract/shared/model-choices.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { modelCalls } from "../../db/schema/models.ts";
import type { Usage } from "./model-client.ts";

/** Of an account; the oldest make room. */
const MOST_CALLS = 2_000;

export type Outgoing = {
  provider: string;
  isOperators: boolean;
  host: string;
  model: string;
  task: ModelTask;
  passages: number;
  sentBytes: number;
};
export type Outcome = { result: ModelResult; receivedBytes: number; usage: Usage; tookMs: number };

/** Written before anything goes out, so that nothing goes out unrecorded. @returns its id */
export function recordCall(db: Database, userId: string, call: Outgoing): Promise<string> {
  const id = uuidV7();
  const { provider, isOperators, host, model, task, passages, sentBytes } = call;
  return db.withUser(userId, async (tx) => {
    const [going] =
      task === "embeddings"
        ? await tx.query<{ id: string }>(GO_ON, goingOn(userId, call), "go-on-with-model-call")
        : [];
    if (going) return going.id;
    await tx.query(
      `INSERT INTO model_calls (id, user_id, provider, is_operators, host, model, task, passages, sent_bytes)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, userId, provider, isOperators, host, model, task, passages, sentBytes],
      "record-model-call",
    );
    await tx.query(
      `DELETE FROM model_calls WHERE user_id = $1 AND id < (
         SELECT c.id FROM model_calls c WHERE c.user_id = $1 ORDER BY c.id DESC OFFSET ${MOST_CALLS} - 1 LIMIT 1)`,
      [userId],
      "keep-newest-model-calls",
    );
    return id;
  });
}

/** Thousands of notes are read in thousands of calls: those of an hour are one entry, which would else leave no room for others. */
const GO_ON = `UPDATE model_calls SET passages = passages + $6, sent_bytes = sent_bytes + $7, result = 'unfinished'
  WHERE id = (SELECT c.id FROM model_calls c WHERE c.user_id = $1 AND c.task = 'embeddings' AND c.at > now() - interval '1 hour'
    ORDER BY c.id DESC LIMIT 1)
    AND provider = $2 AND is_operators = $3 AND host = $4 AND model = $5 AND result = 'ok'
    AND greatest(sent_bytes, received_bytes, tokens_in) < 1000000000 RETURNING id`;
const goingOn = (userId: string, { provider, isOperators, host, model, passages, sentBytes }: Outgoing) => [
  userId,
  provider,
  isOperators,
  host,
  model,
  passages,
  sentBytes,
];

export async function endCall(
  db: Database,
  userId: string,
  id: string,
  { result, receivedBytes, usage, tookMs }: Outcome,
): Promise<void> {
  await db.queryAs(
    userId,
    // Added up, for it may go on with one that was there.
    `UPDATE model_calls SET result = $3, received_bytes = received_bytes + $4, took_ms = coalesce(took_ms, 0) + $7,
       tokens_in = nullif(coalesce(tokens_in, 0) + coalesce($5, 0), 0), tokens_out = nullif(coalesce(tokens_out, 0) + coalesce($6, 0), 0),
       cost = CASE WHEN $8::float8 IS NULL THEN cost ELSE coalesce(cost, 0) + $8 END
     WHERE user_id = $1 AND id = $2`,
    [userId, id, result, receivedBytes, usage.input, usage.output, tookMs, usage.cost ?? null],
    "end-model-call",
  );
}

/**
 * Tokens of the operator's models that an account has used within 24 hours. Where a provider does not count, four bytes are one; pictures and
 * sound are none.
 */
export async function tokensOfDay(db: Database, userId: string): Promise<number> {
  const [used] = await db.queryAs<{ tokens: number }>(
    userId,
    `SELECT coalesce(sum(coalesce(tokens_in, CASE WHEN task = 'speechIn' THEN 0 ELSE sent_bytes / 4 END)
       + coalesce(tokens_out, CASE WHEN task IN ('image', 'speechOut') THEN 0 ELSE received_bytes / 4 END)), 0)::float8 AS tokens
     FROM model_calls WHERE user_id = $1 AND is_operators AND at > now() - interval '24 hours'`,
    [userId],
    "tokens-of-day",
  );
  return used!.tokens;
}

const LISTED = [
  "id",
  "at",
  "provider",
  "is_operators",
  "host",
  "model",
  "task",
  "passages",
  "sent_bytes",
  "received_bytes",
  "tokens_in",
  "tokens_out",
  "cost",
  "result",
  "took_ms",
] as const;
type CallRow = Row<typeof modelCalls, typeof LISTED>;

/** The newest first. */
export async function listCalls(
  db: Database,
  userId: string,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const rows = await db.queryAs<CallRow>(
    userId,
    `SELECT ${LISTED.join(", ")} FROM model_calls WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2::uuid)
     ORDER BY id DESC LIMIT $3`,
    [userId, before ?? null, limit],
    "list-model-calls",
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    provider: row.provider,
    isOperators: row.is_operators,
    host: row.host,
    model: row.model,
    task: row.task,
    passages: row.passages,
    sentBytes: row.sent_bytes,
    receivedBytes: row.received_bytes,
    tokensIn: row.tokens_in,
    tokensOut: row.tokens_out,
    cost: row.cost,
    result: row.result,
    tookMs: row.took_ms,
  }));
}

/** What each of the last days took, the newest first, in the reader's own days. */
export async function sumDays(db: Database, userId: string, timeZone: string) {
  const rows = await db.queryAs<{
    day: string;
    calls: number;
    tokens: number;
    cost: number | null;
    unpriced: number;
  }>(
    userId,
    `SELECT to_char(at AT TIME ZONE $2, 'YYYY-MM-DD') AS day, count(*)::int AS calls,
       coalesce(sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)), 0)::float8 AS tokens, sum(cost) AS cost,
       count(*) FILTER (WHERE cost IS NULL AND result = 'ok')::int AS unpriced
     FROM model_calls WHERE user_id = $1 AND at > now() - interval '30 days' GROUP BY 1 ORDER BY 1 DESC`,
    [userId, timeZone],
    "sum-model-days",
  );
  return rows;
}
