import type { Services } from "../../base.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import { type MeantText, textsForMeaning } from "../../retrieval/meaning/texts-for-meaning.ts";
import { toBytes } from "../../retrieval/meaning/vectors.ts";
import { ModelFault, type ModelFaultKind } from "../providers/model-fault.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { asTold } from "./asked-words.ts";
import { embedderFor } from "./embed-in-time.ts";
import { type Item, keepItem, type Passage, vectorsOf } from "./meaning-items.ts";

type Deps = Pick<Services, "db" | "collab">;
type Reader = {
  userId: string;
  model: TaskModel;
  /** How long its vectors are; null before the first. */
  numbers: number | null;
  /** Of one call. */
  mostTexts: number;
  signal: AbortSignal;
};
/** Vectors by the hashes of texts; null of one that the model does not take. */
type Known = Map<string, Int8Array | null>;

/** Shorter than a claim on an account. */
const CALL_MS = 120_000;

/**
 * Has a model read things, as much as goes in one call, and keeps what came of it. The texts are read and their fences asked right before the
 * call; whoever has more to read calls again.
 * @returns how many milliseconds went by while the model worked. @throws ModelFault
 */
export async function readThings(deps: Deps, reader: Reader, items: readonly Item[]): Promise<number> {
  const { userId, model, mostTexts } = reader;
  const things = items.map(({ kind, thing_id: id }) => ({ kind, id }));
  const texts = await textsForMeaning(deps, userId, things, reachOf(model));
  const known: Known = new Map(items.flatMap((item) => vectorsOf(item, reader.numbers)));
  const missing = [...texts.values()].flat().filter(({ hash }) => !known.has(hash));
  const unread = [...new Map(missing.map((text) => [text.hash, text])).values()].slice(0, mostTexts);
  const begun = performance.now();
  if (unread.length > 0) await readTexts(deps, reader, unread, known);
  const waitedMs = performance.now() - begun;
  for (const item of items) {
    const of = texts.get(item.thing_id) ?? [];
    const read = of.flatMap(({ hash }): Passage[] => {
      const vector = known.get(hash);
      return vector ? [{ hash, vector }] : [];
    });
    const isUntouched = of.some(({ hash }) => !known.has(hash)) && !unread.some((text) => of.includes(text));
    if (isUntouched) continue;
    const left = of.some(({ hash }) => !known.has(hash))
      ? "more"
      : read.length < of.length
        ? "refused"
        : "none";
    await deps.db.asJob(userId, "keep what was read for its meaning", (tx) => keepItem(tx, item, read, left));
  }
  return waitedMs;
}

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

/** What may be because of a text: servers say of one that is too long, or that they stumble over, what they like. */
const PERHAPS_THE_TEXT = new Set<ModelFaultKind>(["context", "refused", "provider", "not-understood"]);
const ANY_TEXT = "Hello";

/** What a model takes none of together may be one text: where it takes any at all, each is tried by itself, and then its beginning. @throws ModelFault */
async function embedFitting(
  { model, signal }: Reader,
  texts: readonly string[],
): Promise<(number[] | null)[]> {
  const embed = embedderFor(model, { patienceMs: CALL_MS, signal });
  const orNull = (error: unknown): null => {
    if (error instanceof ModelFault && PERHAPS_THE_TEXT.has(error.kind)) return null;
    throw error;
  };
  const together = await embed(texts).catch(async (error: unknown) => {
    orNull(error);
    // Otherwise it is no fault of these texts.
    await embed([ANY_TEXT]);
    return null;
  });
  if (together) return together;
  const vectors: (number[] | null)[] = [];
  for (const text of texts) {
    const whole = await embed([text]).catch(orNull);
    const alone = whole ?? (await embed([text.slice(0, text.length / 2)]).catch(orNull));
    vectors.push(alone?.[0] ?? null);
  }
  return vectors;
}

/**
 * The first vectors say how long all are. Others are of another model under the same name, which has to read everything anew when its
 * person says so: what gives now these and now those would have everything read again and again.
 * @throws ModelFault
 */
async function assertSize({ db }: Deps, { userId, model }: Reader, numbers: number): Promise<void> {
  const [index] = await db.queryAs<{ numbers: number }>(
    userId,
    `UPDATE meaning_indexes SET numbers = CASE WHEN numbers IS NULL OR numbers = $2 THEN $2 ELSE 0 END
     WHERE user_id = $1 AND provider_id = $3 AND host = $4 AND model = $5 RETURNING numbers`,
    [userId, numbers, model.providerId, model.host, model.model],
    "size-of-meaning",
  );
  if (!index) throw new ModelFault("cancelled", "Another model was chosen meanwhile.");
  if (index.numbers === numbers) return;
  throw new ModelFault(
    "not-understood",
    `${model.model} at ${model.host} gives other vectors than before. Have everything read again.`,
  );
}
