import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database } from "#server/db/client.ts";
import type { QueuedJob, ScheduledJob } from "#server/jobs/job.ts";
import { type Jobs, startJobs } from "#server/jobs/start-jobs.ts";
import type { Logger } from "#server/platform/log.ts";
import type { TestDatabase } from "../test-database.ts";

/** What jobs of tests work with: they write what they did into a table. */
type Parts = { db: Database; log: Logger; node: string };

/** A second of lease: long beside a query, short beside a test. */
export const QUICK = { pollMs: 50, leadMs: 100, leaseMs: 1_000 };
const PERIOD_MS = 400;
const nobody = uuidV7();

export async function addEffects({ asSuperuser }: TestDatabase): Promise<void> {
  await asSuperuser(
    "CREATE TABLE effects (id serial, node text, word text, user_id uuid, at timestamptz DEFAULT clock_timestamp())",
  );
  await asSuperuser("GRANT ALL ON effects, effects_id_seq TO PUBLIC");
}

const INSERT = "INSERT INTO effects (node, word, user_id) VALUES ($1, $2, $3)";

/** Writes the word; a slow one says when it begins, and never ends by itself. */
export const writeWord: QueuedJob<Parts, { word: string; isSlow?: boolean | undefined }> = {
  name: "write-word",
  data: z.object({ word: z.string(), isSlow: z.boolean().optional() }),
  tries: 3,
  run: async ({ db, node }, { data: { word, isSlow }, userId, attempt, signal, complete }) => {
    if (isSlow && attempt === 1) {
      await db.queryAs(userId, INSERT, [node, `begin ${word}`, userId]);
      await delay(600_000, undefined, { signal });
    }
    await db.withUser(userId, async (tx) => {
      await tx.query(INSERT, [node, word, userId]);
      await complete(tx);
    });
  },
};

export const tick: ScheduledJob<Parts> = {
  name: "tick",
  everyMs: PERIOD_MS,
  run: async ({ db, node }) => {
    await db.queryAs(nobody, INSERT, [node, "tick", nobody]);
  },
};

export const startTestJobs = (parts: Parts): Jobs => startJobs(parts, [writeWord, tick], QUICK);
