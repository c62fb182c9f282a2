import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Agent } from "#contract/agents.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { lookForAgent } from "#server/ai/agents/look.ts";
import { runAgent } from "#server/ai/agents/run-agent.ts";
import { type Jobs, startJobs } from "#server/jobs/start-jobs.ts";
import { app, server, withModelApp } from "../model-app.ts";
import type { SignedInVisitor } from "../test-app.ts";

const QUICK = { pollMs: 50, leadMs: 50, leaseMs: 20_000 };

/** Another account in each test, whose agents run. */
export let eve: SignedInVisitor;

export function withAgentApp(): void {
  withModelApp();
  let jobs: Jobs;
  beforeAll(() => {
    jobs = startJobs(app.services, [lookForAgent, runAgent], QUICK);
  });
  afterAll(() => jobs.stop());
  beforeEach(async () => {
    eve = await app.aUser("Eve");
  });
}

export const soon = <T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(read, { timeout: 60_000, interval: 50 });

/** One that is run by hand, unless something else is chosen. */
export function anAgent(chosen: Partial<Agent> = {}): Promise<Agent> {
  const usual = { name: "Tidy", recipe: "tidy-tags", instructions: "", tools: [], scope: {} } as const;
  const rest = { trigger: { kind: "hand" }, providerId: null, applies: [], isOn: true } as const;
  const budget = { steps: 30, tokens: 100_000, minutes: 5 };
  return eve.client.agents.save({ ...usual, ...rest, budget, id: uuidV7(), ...chosen } as Agent);
}

export const aNote = (title: string, text: string, rest: object = {}) =>
  eve.client.notes.create({ title, body: { format: "markdown", text }, ...rest });

export async function ended(runId: string) {
  const read = () => eve.client.agents.getRun({ runId });
  await soon(async () => (await read()).endedAt).not.toBeNull();
  return read();
}

export async function run(agent: Agent, isDry = false) {
  const { id } = await eve.client.agents.run({ agentId: agent.id, id: uuidV7(), isDry });
  return ended(id);
}

export const runsOf = async (agent: Agent) =>
  (await eve.client.agents.runs({ agentId: agent.id, limit: 100 })).runs;

/** What it waits for has come. */
export const isDue = (agent: Agent) =>
  app.database.asSuperuser(
    "WITH a AS (UPDATE agents SET next_run_at = now() WHERE id = $1) UPDATE jobs SET run_at = now() WHERE key = $1::text",
    [agent.id],
  );

export const connectModel = () =>
  eve.client.models.create({
    ...{ name: "Mine", kind: "openai", url: server.url },
    models: { chat: `echo-${uuidV7()}` },
  } as Parameters<typeof eve.client.models.create>[0]);
