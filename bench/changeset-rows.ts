import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter } from "./text.ts";

const NOTES = 1_000;
const TURNS = 3;
const STEPS = ["propose", "read", "apply", "undo"] as const;

/** A change of a thousand notes, each with a sentence more, as a whole: proposed, read for its review, accepted and taken back. */
export async function changesets({ visitor, vocabulary }: Bench): Promise<Row[]> {
  const { client } = visitor;
  const writer = createWriter(vocabulary, 61);
  const texts = new Map<string, string>();
  for (let index = 0; index < NOTES; index++) {
    const text = writer.body();
    const { id } = await client.notes.create({ title: writer.title(), body: { format: "markdown", text } });
    texts.set(id, text);
  }
  const times = Object.fromEntries(STEPS.map((step) => [step, [] as number[]])) as Record<Step, number[]>;
  for (let turn = 0; turn < TURNS; turn++) {
    const id = uuidV7();
    const notes = [...texts].map(([noteId, text]) => ({ noteId, text: `${text}\n\nA sentence more.` }));
    const steps: Record<Step, () => Promise<unknown>> = {
      propose: () => client.changesets.propose({ id, title: "A sentence more", notes }),
      read: () => client.changesets.get({ id }),
      apply: () => client.changesets.apply({ id }),
      undo: () => client.changesets.undo({ id }),
    };
    for (const step of STEPS) {
      const begunAt = performance.now();
      await steps[step]();
      times[step].push(performance.now() - begunAt);
    }
    await client.changesets.remove({ id });
  }
  return STEPS.map((step) => ({
    name: `changeset of 1,000 notes: ${step}`,
    unit: "ms",
    figure: summarise(times[step]),
  }));
}

type Step = (typeof STEPS)[number];
