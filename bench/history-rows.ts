import { diffWords } from "diff";
import { randomFrom } from "#testing/random.ts";
import { repeat } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter } from "./text.ts";

const WORDS = 10_000;
const SEED = 41;
/** One word in so many is another one in the later version. */
const CHANGED_EVERY = 20;

/** Two versions of a long note compared over HTTP, read from the log and word by word; a plain library gets the bare texts. */
export async function historyDiff({ api, visitor, vocabulary }: Bench): Promise<Row[]> {
  const random = randomFrom(SEED);
  const before = createWriter(vocabulary, SEED).words(WORDS);
  const after = before.replaceAll(/\S+/g, (word) =>
    random() < 1 / CHANGED_EVERY ? vocabulary[Math.floor(random() * vocabulary.length)]! : word,
  );
  const { notes } = visitor.client;
  const { id: noteId } = await notes.create({ title: "Long", body: { format: "text", text: before } });
  const from = (await notes.nameVersion({ noteId, name: "before" })).seq;
  const { seq: to } = await notes.replaceBody({
    noteId,
    body: { format: "text", text: after },
    baseSeq: from,
  });
  const path = `/api/notes/${noteId}/compare?from=${from}&to=${to}`;
  const { changes } = await api<{ changes: unknown[] }>(path);
  const figure = await repeat(25, () => api(path));
  const floor = await repeat(25, async () => diffWords(before, after));
  const note = `${changes.length} changes`;
  return [
    {
      name: `history diff, two versions of ${WORDS.toLocaleString("en")} words`,
      unit: "ms",
      figure,
      floor,
      floorName: "jsdiff's diffWords on the bare texts",
      note,
    },
  ];
}
