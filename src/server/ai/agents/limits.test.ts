import { expect, test } from "vitest";
import type { Agent } from "#contract/agents.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import {
  aNote,
  anAgent,
  connectModel,
  ended,
  eve,
  isDue,
  run,
  runsOf,
  soon,
  withAgentApp,
} from "#testing/agents/agent-app.ts";
import { app, server } from "#testing/model-app.ts";

withAgentApp();

const MODEL = { recipe: "model", instructions: "Look around", tools: ["list_tags"] } satisfies Partial<Agent>;
const LOOKS = { pieces: [], calls: [{ name: "list_tags", input: {} }] };

test("ready-made agents come to their end, however much there is to look at", async () => {
  for (let index = 0; index < 35; index++)
    await aNote(`Note ${index}`, "- one\n- two", { tags: ["inbox", `Word${index}`, `word${index}`] });
  const budget = { steps: 30, tokens: 1_000, minutes: 5 };
  expect(await run(await anAgent({ recipe: "inbox-to-tasks", budget }))).toMatchObject({
    ...{ state: "done", fault: null, proposed: 35 },
  });
  expect(await run(await anAgent({ recipe: "tidy-tags", budget }))).toMatchObject({
    ...{ state: "done", fault: null, proposed: 35 },
  });
}, 90_000);

test("tags of more notes than fit into one changeset are tidied a part at a time", async () => {
  const { id } = await aNote("First", "a", { tags: ["Old", "old"] });
  await app.database.asSuperuser(
    `INSERT INTO notes_v2 SELECT (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
      FROM notes_v2 n, generate_series(1, 1100) WHERE n.id = $1`,
    [id],
  );
  const told = await run(await anAgent());
  expect(told).toMatchObject({ state: "done", fault: null, proposed: 250 });
  expect(told.summary).toContain("and in more when these are done");
}, 90_000);

test("tokens are counted in mid-sentence, also where a server doesn't count them, and what was spent is on record", async () => {
  await connectModel();
  const budget = { steps: 100, tokens: 1_000, minutes: 5 };
  server.say(() => ({ pieces: Array.from({ length: 20_000 }, () => "endless "), pauseMs: 1 }));
  const endless = await run(await anAgent({ ...MODEL, budget }));
  expect(endless).toMatchObject({ state: "stopped", fault: "It used all of its 1,000 tokens." });
  expect(endless.tokensOut).toBeGreaterThan(900);
  expect(endless.tokensOut).toBeLessThan(1_200);
  expect(server.asked.at(-1)!.json).toMatchObject({ max_tokens: 1_000 });
  server.say(() => LOOKS);
  const stopped = await run(await anAgent({ ...MODEL, budget: { ...budget, steps: 3, tokens: 100_000 } }));
  expect(stopped).toMatchObject({ state: "stopped", fault: "It took all of its 3 steps.", tokensIn: 48 });
}, 90_000);

test("an agent without instructions asks no model, and one whose model was removed says so", async () => {
  const { id: providerId } = await connectModel();
  const before = server.asked.length;
  expect(await run(await anAgent({ ...MODEL, instructions: " \n" }))).toMatchObject({
    ...{ state: "failed", fault: expect.stringContaining("no instructions yet") },
  });
  expect(server.asked).toHaveLength(before);
  const agent = await anAgent({ ...MODEL, providerId });
  await eve.client.models.remove({ providerId });
  expect(await run(agent)).toMatchObject({ state: "failed", fault: expect.stringContaining("was removed") });
});

test("a hundred runs may wait, and a run's id is its own", async () => {
  const agent = await anAgent();
  await app.database.asSuperuser(
    `INSERT INTO agent_runs (id, user_id, agent_id, agent_name, cause)
      SELECT gen_random_uuid(), $1, $2, 'Tidy', 'hand' FROM generate_series(1, 100)`,
    [eve.userId, agent.id],
  );
  const { client } = eve;
  await expect(client.agents.run({ agentId: agent.id, id: uuidV7() })).rejects.toMatchObject({
    code: "QUOTA_EXCEEDED",
  });
  const hook = await anAgent({ trigger: { kind: "webhook" } });
  const { url } = await client.agents.makeWebhook({ agentId: hook.id });
  const call = () => fetch(`${app.url}${new URL(url).pathname}`, { method: "POST" });
  expect((await call()).status).toBe(429);
  await app.database.asSuperuser("DELETE FROM agent_runs WHERE user_id = $1", [eve.userId]);
  expect((await call()).status).toBe(202);
  const { id } = await client.agents.run({ agentId: agent.id, id: uuidV7() });
  const mallory = await app.aUser("Mallory");
  const own = await mallory.client.agents.save({ ...agent, id: uuidV7() });
  await expect(mallory.client.agents.run({ agentId: own.id, id })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await ended(id);
});

test("a schedule goes by the clock of the zone that the account is in now", async () => {
  await eve.client.preferences.update({ settings: { timeZone: "UTC" } });
  const days = [1, 2, 3, 4, 5, 6, 7];
  const agent = await anAgent({ trigger: { kind: "schedule", days, time: "08:00" } });
  expect(agent.nextRunAt).toMatch(/T08:00:00/);
  await eve.client.preferences.update({ settings: { timeZone: "Asia/Tokyo" } });
  await soon(async () => (await eve.client.agents.list({})).agents[0]!.nextRunAt).toMatch(/T23:00:00/);
  expect(await runsOf(agent)).toEqual([]);
});

test("of what set it off a model is told no more than its tools would find: fences and the scope hold for titles", async () => {
  await connectModel();
  server.say("Nothing to do.");
  const { client } = eve;
  const folder = await client.folders.create({ name: "Inbox" });
  const scoped = await anAgent({
    ...{ ...MODEL, scope: { folderIds: [folder.id] } },
    trigger: { kind: "event", on: "note_created" },
  });
  const anywhere = await anAgent({ ...MODEL, trigger: { kind: "event", on: "note_created" } });
  const tasks = await anAgent({ ...MODEL, trigger: { kind: "event", on: "task_created" } });
  await aNote("Elsewhere", "a");
  await isDue(scoped);
  await soon(() =>
    app.database.asSuperuser(
      "SELECT run_at > now() + interval '30 seconds' AS waits FROM jobs WHERE key = $1",
      [scoped.id],
    ),
  ).toEqual([{ waits: true }]);
  expect(await runsOf(scoped)).toEqual([]);
  await aNote("Quarterly", "a", { tags: ["secret"] });
  await client.tags.setAiAccess({ name: "secret", aiAccess: "none" });
  await client.tasks.create({ title: "Lawyer", tags: ["secret"] });
  const before = server.asked.length;
  for (const agent of [anywhere, tasks]) {
    await isDue(agent);
    await soon(async () => (await runsOf(agent))[0]?.state).toBe("done");
  }
  const told = JSON.stringify(server.asked.slice(before).map(({ json }) => json["messages"]));
  expect(told).toContain("Elsewhere");
  for (const title of ["Quarterly", "Lawyer"]) expect(told).not.toContain(title);
}, 90_000);
