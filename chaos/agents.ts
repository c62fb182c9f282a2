import { setTimeout as pause } from "node:timers/promises";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { randomFrom } from "#testing/random.ts";
import type { SignedInVisitor } from "#testing/test-app.ts";
import { allowed } from "./patience.ts";
import { onBothPlaces, type StartPlace } from "./places.ts";
import { aVisitor } from "./process-pages.ts";
import type { Trial, TrialContext, TrialOutcome } from "./trial.ts";

/** Of one account; the most that it may have. */
const AGENTS_EACH = 40;
/** Between two kills. */
const KILL_EVERY_MS = 6_000;
const MOST_KILLS = 12;
/** Of a few runs not each is killed: what was killed waits for its lease. */
const RUNS_A_KILL = 4;
/** To make the agents before their minute comes. */
const AHEAD_MS = 15_000;
/** A run whose node was killed is taken up again when its lease has ended, and the account's others wait for it. */
const ENDED_WITHIN_MS = 8 * 60_000;

export const agents: Trial = {
  name: "agents",
  promise:
    "a server with its database, then two nodes on one, killed while scheduled agents run: each of them runs once, and what it makes is there once",
  unit: "runs",
  full: 1_000,
  sample: 8,
  run: (context) => onBothPlaces(context, runAt),
};

async function runAt(
  startPlace: StartPlace,
  { amount, seed, log }: Pick<TrialContext, "amount" | "seed" | "log">,
): Promise<TrialOutcome> {
  const place = await startPlace({ LOG_LEVEL: "warn" });
  try {
    const people: SignedInVisitor[] = [];
    for (let index = 0; index < Math.ceil(amount / AGENTS_EACH); index++)
      people.push(await aVisitor(place, `agents-${index}`));
    const due = nextMinute(Date.now() + AHEAD_MS + amount * 20);
    await plant(people, amount, due);
    await pause(Math.max(0, due - Date.now()));
    const random = randomFrom(seed);
    let kills = 0;
    const until = Date.now() + allowed(ENDED_WITHIN_MS);
    while (Date.now() < until && (await countEnded(people)) < amount) {
      await pause(random() * KILL_EVERY_MS);
      if (kills >= MOST_KILLS || kills * RUNS_A_KILL >= amount) continue;
      await place.kill(seed + kills, random() * 1_000);
      kills += 1;
    }
    // What would run twice runs now.
    await pause(5_000);
    log(
      `${amount} runs, ${kills} kills, all ended ${Math.round((Date.now() - due) / 1000)} s after their minute`,
    );
    return await outcomeOf(people, { amount, kills, seed });
  } finally {
    await place.dispose();
  }
}

const nextMinute = (at: number): number => Math.ceil(at / 60_000) * 60_000;

/** Each makes a note of its own, by a schedule of that minute. */
async function plant(people: SignedInVisitor[], amount: number, due: number): Promise<void> {
  const time = new Date(due).toISOString().slice(11, 16);
  await Promise.all(
    people.map(async ({ client }, index) => {
      await client.preferences.update({ settings: { timeZone: "UTC" } });
      for (let n = index; n < amount; n += people.length)
        await client.agents.save({
          ...{
            id: uuidV7(),
            name: `Review ${n}`,
            recipe: "weekly-review",
            instructions: "",
            tools: [],
            scope: {},
          },
          ...{
            trigger: { kind: "schedule", days: [1, 2, 3, 4, 5, 6, 7], time },
            providerId: null,
            isOn: true,
          },
          ...{ budget: { steps: 30, tokens: 10_000, minutes: 5 }, applies: ["note"] },
        });
    }),
  );
}

const countEnded = async (people: SignedInVisitor[]): Promise<number> => {
  const counts = people.map(async ({ client }) => (await client.agents.list({})).unseen);
  return (await Promise.all(counts).catch(() => [])).reduce((sum, count) => sum + count, 0);
};

type Facts = { amount: number; kills: number; seed: number };

async function outcomeOf(people: SignedInVisitor[], { amount, kills, seed }: Facts): Promise<TrialOutcome> {
  const failures: string[] = [];
  let [done, notes, sets] = [0, 0, 0];
  for (const { client } of people) {
    const { runs } = await client.agents.runs({ limit: 100 });
    for (const run of runs) {
      if (run.state === "done" && run.applied === 1) done += 1;
      else failures.push(`seed ${seed}: a run is ${run.state} with ${run.applied} changes: ${run.fault}`);
    }
    notes += (await client.notes.list({ limit: 100 })).notes.filter(({ title }) =>
      title.startsWith("Weekly"),
    ).length;
    sets += (await client.changesets.list({})).changesets.length;
  }
  if (notes !== amount) failures.push(`seed ${seed}: ${notes} notes of ${amount} runs`);
  if (sets !== amount) failures.push(`seed ${seed}: ${sets} changesets of ${amount} runs`);
  return {
    done: amount,
    lost: Math.max(amount - Math.min(done, notes), 0),
    doubled: Math.max(done - amount, notes - amount, 0),
    figures: { kills },
    failures: failures.slice(0, 5),
  };
}
