import { expect, test } from "vitest";
import type { Agent } from "#contract/agents.ts";
import { acceptInvitations } from "#testing/accept-invitations.ts";
import { aNote, anAgent, connectModel, eve, run, withAgentApp } from "#testing/agents/agent-app.ts";
import { app, server } from "#testing/model-app.ts";

withAgentApp();

const waiting = async () => (await eve.client.changesets.list({})).changesets.map(({ states }) => states);

test("what an agent proposes again stands in the place of what nobody has decided about", async () => {
  await aNote("One", "a", { tags: ["Old"] });
  await aNote("Two", "a", { tags: ["old"] });
  const agent = await anAgent();
  const first = await run(agent);
  await run(agent);
  await run(agent, true);
  const last = await run(agent);
  expect(await waiting()).toEqual([{ proposed: 1 }]);
  expect(await eve.client.agents.getRun({ runId: first.id })).toMatchObject({
    changesetId: null,
    proposed: 1,
  });
  await eve.client.changesets.refuse({ id: last.changesetId! });
  await run(agent);
  expect(await waiting()).toEqual([{ proposed: 1 }, { refused: 1 }]);
  // Its run tells what has become of it.
  const { runs } = await eve.client.agents.runs({ limit: 10 });
  expect(runs.map(({ states }) => states)).toEqual([{ proposed: 1 }, { refused: 1 }, {}, {}, {}]);
});

test("what somebody has changed further in an agent's proposal stays when it runs again", async () => {
  const { id: noteId } = await aNote("One", "a", { tags: ["Old"] });
  await aNote("Two", "a", { tags: ["old"] });
  const agent = await anAgent();
  const { changesetId } = await run(agent);
  await eve.client.rehearsals.change({
    ...{ id: changesetId!, texts: [{ noteId, text: "What I think of it\n" }] },
  });
  await run(agent);
  const { notes } = await eve.client.changesets.get({ id: changesetId! });
  expect(notes[0]!.parts.map(({ after }) => after)).toEqual(["What I think of it\n"]);
});

test("what belongs to somebody else waits, also where its owner lets a person write, and what is shared to be read is left alone", async () => {
  await connectModel();
  const { client } = await app.aUser("Owner");
  const theirs = async (title: string, role: "viewer" | "editor") => {
    const { id } = await client.notes.create({ title, body: { format: "text", text: "Theirs" } });
    await client.sharing.shareNote({ noteId: id, email: eve.email, role });
    return id;
  };
  const [read, written] = [await theirs("Read", "viewer"), await theirs("Written", "editor")];
  await acceptInvitations(eve);
  const { id: own } = await aNote("Own", "Mine");
  const edit = (noteId: string) => ({ name: "edit_note", input: { noteId, append: "More" } });
  let round = 0;
  server.say(() => {
    round += 1;
    if (round > 1) return { pieces: ["Done."] };
    const title = { name: "update_note", input: { noteId: written, title: "Renamed" } };
    return { pieces: [], calls: [edit(read), edit(written), edit(own), title] };
  });
  const tools = ["edit_note", "update_note"];
  const chosen: Partial<Agent> = { recipe: "model", instructions: "Add", tools, applies: ["text", "note"] };
  const told = await run(await anAgent(chosen));
  expect(told).toMatchObject({ state: "done", proposed: 3, applied: 1 });
  expect(told.steps.filter(({ isFault }) => isFault)).toHaveLength(1);
  const textOf = async (noteId: string) => (await eve.client.notes.body({ noteId, format: "text" })).text;
  expect(await textOf(own)).toContain("More");
  for (const noteId of [read, written]) expect(await textOf(noteId)).not.toContain("More");
  expect((await eve.client.notes.get({ noteId: written })).title).toBe("Written");
  // A person may still say yes.
  await eve.client.changesets.apply({ id: told.changesetId! });
  expect(await textOf(written)).toContain("More");
});

test("of a meeting that ended, notes that are written later are read, too, and what was proposed once isn't again", async () => {
  await eve.client.preferences.update({ settings: { timeZone: "UTC" } });
  const before = new Date(Date.now() - 600_000).toISOString();
  const [date, time] = [before.slice(0, 10), before.slice(11, 16)];
  await eve.client.events.create({ title: "Offsite", date, time, endDate: date, endTime: time });
  const agent = await anAgent({ recipe: "meeting-follow-up" });
  expect(await run(agent)).toMatchObject({ proposed: 0 });
  await aNote("Offsite notes", "Action: book the room");
  const told = await run(agent);
  expect(told).toMatchObject({ proposed: 1 });
  expect(await run(agent)).toMatchObject({ proposed: 0 });
  await eve.client.changesets.refuse({ id: told.changesetId! });
  expect(await run(agent)).toMatchObject({ proposed: 0 });
});
