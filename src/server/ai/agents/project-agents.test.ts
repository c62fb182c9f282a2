import { expect, test } from "vitest";
import type { Agent } from "#contract/agents.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { aNote, anAgent, connectModel, eve, run, withAgentApp } from "#testing/agents/agent-app.ts";
import { server } from "#testing/model-app.ts";

withAgentApp();

/** A project with a note and a task, and the same beside it. */
async function aProject() {
  const project = await eve.client.projects.create({ title: "Roof" });
  const { id: within } = await aNote("Tiles", "a", { tags: ["Old"], folderId: project.folderId });
  await aNote("Gutters", "a", { tags: ["old"], folderId: project.folderId });
  const { id: outside } = await aNote("Diary", "Secret word kestrel", { tags: ["OLD"] });
  const inside = await eve.client.tasks.create({
    ...{ title: "Buy tiles", dueDate: "2020-01-01", projectId: project.id },
  });
  const other = await eve.client.tasks.create({ title: "Feed the kestrel", dueDate: "2020-01-01" });
  const scope: Agent["scope"] = { projectId: project.id };
  return { project, within, outside, inside, other, scope };
}

test("a task is made within its project, and in no other account's", async () => {
  const { project } = await aProject();
  const tasks = async () => (await eve.client.tasks.list({ projectId: project.id })).tasks;
  expect((await tasks()).map(({ title }) => title)).toEqual(["Buy tiles"]);
  const unknown = eve.client.tasks.create({ title: "Nowhere", projectId: uuidV7() });
  await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await eve.client.tasks.list({})).tasks.map(({ title }) => title)).not.toContain("Nowhere");
});

test("an agent of a project looks at its notes and tasks alone, and what it makes is put into it", async () => {
  const { project, within, outside, scope } = await aProject();
  const tidy = await run(await anAgent({ scope }));
  const { records } = await eve.client.changesets.get({ id: tidy.changesetId! });
  expect(records.map(({ recordId }) => recordId)).toContain(within);
  expect(records.map(({ recordId }) => recordId)).not.toContain(outside);
  const review = await run(await anAgent({ scope, recipe: "weekly-review", applies: ["note"] }));
  expect(review).toMatchObject({ state: "done", proposed: 1, applied: 1 });
  const { notes } = await eve.client.notes.list({ folderId: project.folderId! });
  const made = notes.find(({ title }) => title.startsWith("Weekly review"))!;
  const { text } = await eve.client.notes.body({ noteId: made.id, format: "markdown" });
  expect(text).toContain("Buy tiles");
  expect(text).toContain("[[Tiles]]");
  expect(text).not.toMatch(/kestrel|Diary|calendar|Meetings/);
});

test("a model that works for a project is told of nothing else, and can neither read nor change it", async () => {
  await connectModel();
  const { project, within, outside, inside, other, scope } = await aProject();
  const before = server.asked.length;
  let round = 0;
  server.say(() => {
    round += 1;
    if (round > 1) return { pieces: ["Done."] };
    const calls = [
      { name: "list_tasks", input: {} },
      { name: "search", input: { query: "kestrel" } },
      { name: "read_note", input: { noteId: outside } },
      { name: "update_task", input: { taskId: other.id, title: "Taken" } },
      { name: "update_task", input: { taskId: inside.id, title: "Buy slates" } },
      { name: "read_note", input: { noteId: within } },
      { name: "create_task", input: { title: "Call the roofer" } },
      { name: "create_note", input: { title: "Offers" } },
      { name: "list_events", input: { from: "2026-01-01", to: "2026-01-02" } },
    ];
    return { pieces: [], calls };
  });
  const { tools: known } = await eve.client.agents.list({});
  const chosen: Partial<Agent> = {
    ...{ recipe: "model", instructions: "Do it", scope, applies: ["task", "note"] },
    tools: known.map(({ name }) => name),
  };
  const told = await run(await anAgent(chosen));
  expect(told.steps.filter(({ isFault }) => isFault)).toHaveLength(3);
  expect(JSON.stringify(server.asked.slice(before).map(({ json }) => json["messages"]))).not.toMatch(
    /Feed the|Secret word/,
  );
  const titles = async () =>
    (await eve.client.tasks.list({ projectId: project.id })).tasks.map(({ title }) => title);
  expect((await titles()).toSorted()).toEqual(["Buy slates", "Call the roofer"]);
  const { notes } = await eve.client.notes.list({ folderId: project.folderId! });
  expect(notes.map(({ title }) => title).toSorted()).toEqual(["Gutters", "Offers", "Tiles"]);
  expect((await eve.client.tasks.get({ taskId: other.id })).title).toBe("Feed the kestrel");
});

test("an agent whose project was deleted finds nothing", async () => {
  const { project, scope } = await aProject();
  const agent = await anAgent({ scope });
  await eve.client.projects.remove({ projectId: project.id });
  expect(await run(agent)).toMatchObject({ state: "done", proposed: 0 });
});
