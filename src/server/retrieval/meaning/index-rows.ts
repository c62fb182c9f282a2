import type { Database } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { meaningIndexes } from "../../db/schema/meaning.ts";

const COLUMNS = [
  "provider_id",
  "host",
  "model",
  "numbers",
  "fault_words",
  "retry_at",
  "is_survey_due",
  "failures",
] as const;
export type MeaningIndex = Row<typeof meaningIndexes, typeof COLUMNS>;
type Model = { providerId: string; host: string; model: string };

/** Null where search by meaning is turned off. */
export async function meaningIndexOf(db: Database, userId: string): Promise<MeaningIndex | null> {
  const [row] = await db.queryAs<MeaningIndex>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM meaning_indexes WHERE user_id = $1`,
    [userId],
    "meaning-index",
  );
  return row ?? null;
}

/** Vectors of two models have nothing in common; of one that began to give others, `numbers` is 0. */
export const isOfModel = (
  index: Pick<MeaningIndex, "provider_id" | "host" | "model" | "numbers">,
  model: Model,
) =>
  index.numbers !== 0 &&
  index.provider_id === model.providerId &&
  index.host === model.host &&
  index.model === model.model;
