import type { Services } from "../../base.ts";
import { isOfModel, meaningIndexOf } from "../../retrieval/meaning/index-rows.ts";
import { type Near, nearPassages } from "../../retrieval/meaning/near-passages.ts";
import type { Scope } from "../../retrieval/scope.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { ModelFault } from "../providers/model-fault.ts";
import { asAsked } from "./asked-words.ts";
import { embedderFor } from "./embed-in-time.ts";
import { vectorOnce } from "./question-vectors.ts";

type Deps = Pick<Services, "db" | "models">;
type Wanted = Scope & {
  limit: number;
  /** Whether the text may go to a model on somebody else's machine. */
  mayLeave?: boolean;
  signal?: AbortSignal | null | undefined;
};

/** A person waits: what comes later than this is not worth the wait. */
const PATIENCE_MS = 1_500;
/** Of a question; models read little more. */
const QUESTION_MAX = 2_000;
const NEAR_QUESTION = 30;

/**
 * Passages that say something like a text, the nearest first; null where search by meaning is turned off, or another model was chosen since.
 * The text goes to the model for embeddings.
 * @throws ModelFault
 */
export async function nearText(
  { db, models }: Deps,
  userId: string,
  text: string,
  { signal, mayLeave = true, ...wanted }: Wanted,
): Promise<Near[] | null> {
  const index = await meaningIndexOf(db, userId);
  if (!index || index.numbers === null) return null;
  const model = await models.forTask(userId, "embeddings");
  if (!model || !isOfModel(index, model) || !(mayLeave || model.isLocal)) return null;
  const words = asAsked(model.model, text.slice(0, QUESTION_MAX));
  const vector = await vectorOnce([userId, model.providerId, model.host, model.model, words], async () => {
    const [made = []] = await embedderFor(model, { patienceMs: PATIENCE_MS, signal })([words]);
    return made;
  });
  if (vector.length !== index.numbers) return null;
  return nearPassages(db, userId, vector, wanted);
}

/**
 * The same for a question that a model answers, found by words alone where the embeddings fail. A question whose answer is made here, or read by
 * people alone, goes to nobody else's machine.
 */
export async function nearQuestion(
  deps: Deps,
  userId: string,
  question: string,
  { reach, ...wanted }: Omit<Wanted, "limit" | "mayLeave"> & { reach: Reach },
): Promise<Near[]> {
  if (reach === "nowhere") return [];
  try {
    const near = await nearText(deps, userId, question, {
      ...wanted,
      limit: NEAR_QUESTION,
      mayLeave: reach === "hosted",
    });
    return near ?? [];
  } catch (error) {
    if (error instanceof ModelFault) return [];
    throw error;
  }
}
