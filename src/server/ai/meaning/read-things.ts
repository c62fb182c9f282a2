import type { Services } from "../../base.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { type MeantText, textsForMeaning } from "../../retrieval/meaning/texts-for-meaning.ts";
import { toBytes } from "../../retrieval/meaning/vectors.ts";
import { ModelFault } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { asTold } from "./asked-words.ts";
import { forgetVectors, type Item, keepItem, vectorsOf } from "./meaning-items.ts";

type Deps = Pick<Services, "db" | "collab">;
type Reader = { userId: string; model: TaskModel; signal: AbortSignal };

const CALL_MS = 120_000;
/** Of one call. */
const TEXTS_AT_ONCE = 64;

/**
 * Has a model read things, and keeps what came of them; what had been read before a fault is kept too.
 * @returns how many milliseconds went by while the model worked. @throws ModelFault
 */
export async function readThings(deps: Deps, reader: Reader, items: readonly Item[]): Promise<number> {
  const { userId, model, signal } = reader;
  const things = items.map(({ kind, thing_id: id }) => ({ kind, id }));
  const texts = await textsForMeaning(deps, userId, things, reachOf(model));
  const known: Known = new Map(items.flatMap(vectorsOf));
  const missing = [...texts.values()].flat().filter(({ hash }) => !known.has(hash));
  const unread = [...new Map(missing.map((text) => [text.hash, text])).values()];
  let waitedMs = 0;
  try {
    for (let at = 0; at < unread.length && !signal.aborted; at += TEXTS_AT_ONCE) {
      const begun = performance.now();
      await readTexts(deps, reader, unread.slice(at, at + TEXTS_AT_ONCE), known);
      waitedMs += performance.now() - begun;
    }
  } finally {
    for (const item of items) {
      const of = texts.get(item.thing_id) ?? [];
      if (of.some(({ hash }) => !known.has(hash))) continue;
      const read = of.flatMap(({ hash }) => {
        const vector = known.get(hash);
        return vector ? [{ hash, vector }] : [];
      });
      await deps.db.asJob(userId, "keep what was read for its meaning", (tx) => keepItem(tx, item, read));
    }
  }
  return waitedMs;
}

/** Vectors by the hashes of texts; null of one that the model does not take. */
type Known = Map<string, Int8Array | null>;

async function readTexts(
  deps: Deps,
  reader: Reader,
  texts: readonly MeantText[],
  known: Known,
): Promise<void> {
  const { model } = reader;
  const vectors = await embedFitting(
    reader,
    texts.map(({ text }) => asTold(model.model, text)),
  );
  const first = vectors.find((vector) => vector !== null);
  if (first) await assertSize(deps, reader, first.length);
  for (const [place, { hash }] of texts.entries()) {
    const vector = vectors[place];
    known.set(hash, vector ? toBytes(vector) : null);
  }
}

/** What a model takes none of together may be one text: each is tried by itself, a long one by its beginning. @throws ModelFault where it takes none of several */
async function embedFitting(
  { model, signal }: Reader,
  texts: readonly string[],
): Promise<(number[] | null)[]> {
  const embed = (some: readonly string[]) =>
    model.embed({ texts: some, signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]) });
  const refusalOf = (error: unknown): ModelFault => {
    if (error instanceof ModelFault && (error.kind === "context" || error.kind === "refused")) return error;
    throw error;
  };
  try {
    return await embed(texts);
  } catch (error) {
    const refusal = refusalOf(error);
    const vectors: (number[] | null)[] = [];
    for (const text of texts) {
      const alone = await embed([text.slice(0, text.length / 2)]).catch(
        (again: unknown) => (refusalOf(again), null),
      );
      vectors.push(alone?.[0] ?? null);
    }
    if (texts.length > 1 && vectors.every((vector) => vector === null)) throw refusal;
    return vectors;
  }
}

/** The first vectors say how long all are. Others would be of another model under the same name. @throws ModelFault */
async function assertSize({ db }: Deps, { userId, model }: Reader, numbers: number): Promise<void> {
  const [index] = await db.queryAs<{ numbers: number }>(
    userId,
    "UPDATE meaning_indexes SET numbers = coalesce(numbers, $2) WHERE user_id = $1 RETURNING numbers",
    [userId, numbers],
    "size-of-meaning",
  );
  if (!index || index.numbers === numbers) return;
  await db.asJob(userId, "read all for its meaning anew", forgetVectors);
  throw new ModelFault(
    "not-understood",
    `${model.model} at ${model.host} gives other vectors than before. Everything is read again.`,
  );
}
