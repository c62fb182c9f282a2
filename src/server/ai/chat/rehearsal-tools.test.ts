import { expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ann, server, withModelApp } from "#testing/model-app.ts";

withModelApp();

const connect = () =>
  ann.client.models.create({
    ...{ name: "Mine", kind: "openai", url: server.url, models: { chat: `echo-${uuidV7()}` } },
  });

type Told = Record<string, unknown>;
type Call = { name: string; input: unknown };

/** Each round of calls, from what was answered so far. */
const plays = (...rounds: ((answers: Told[]) => Call[])[]) => {
  let round = 0;
  server.say((messages) => {
    const answers = messages
      .filter(({ role }) => role === "tool")
      .map(({ content }) => JSON.parse(content) as Told);
    const next = rounds[round++];
    return next ? { pieces: [], calls: next(answers) } : { pieces: ["Done."] };
  });
};

async function ask(text: string, rehearsalId: string) {
  const { chat } = ann.client;
  const asked = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text };
  await chat.ask({ ...asked, usesTools: true, scope: { rehearsalId } });
  const read = async () =>
    (await chat.get({ threadId: asked.threadId })).messages.find(({ id }) => id === asked.answerId)!;
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).not.toBe("running");
  return read();
}
const lastTold = () =>
  (
    server.asked.findLast(({ path }) => path === "/chat/completions")!.json["messages"] as Record<
      string,
      string
    >[]
  )
    .filter(({ role }) => role === "tool")
    .map(({ content }) => JSON.parse(content!) as Told);

test("a model works in a rehearsal: it reads what would be there, its own changes too, and they go into it", async () => {
  await connect();
  const { client } = ann;
  const roof = await client.notes.create({
    title: "Roof",
    body: { format: "markdown", text: "It leaks.\n" },
  });
  const { id } = await client.rehearsals.start({ id: uuidV7(), title: "Tidy up" });
  await client.rehearsals.change({
    id,
    records: [{ kind: "note", recordId: roof.id, action: "update", fields: { title: "Roof of the house" } }],
    texts: [{ noteId: roof.id, text: "It leaks at night.\n" }],
  });
  let folderId: unknown;
  let noteId: unknown;
  plays(
    () => [
      { name: "read_note", input: { noteId: roof.id } },
      { name: "create_folder", input: { name: "House" } },
    ],
    (answers) => {
      ({ folderId } = answers[1]!);
      return [
        { name: "list_folders", input: {} },
        { name: "update_note", input: { noteId: roof.id, folderId } },
        { name: "edit_note", input: { noteId: roof.id, find: "at night", replace: "by night" } },
        { name: "create_note", input: { title: "Gutter", folderId, text: "Rusty." } },
      ];
    },
    (answers) => {
      ({ noteId } = answers.at(-1)!);
      return [
        { name: "edit_note", input: { noteId, append: "Ask the wombatplumber." } },
        { name: "search", input: { query: "wombatplumber" } },
        { name: "list_notes", input: { folderId } },
        { name: "update_note", input: { noteId: uuidV7(), title: "x" } },
      ];
    },
  );
  const answer = await ask("Sort what I have on the house", id);
  expect(answer).toMatchObject({ state: "done", fault: null, changesetId: id });
  const told = lastTold();
  expect(told[0]).toMatchObject({ title: "Roof of the house", text: "It leaks at night.\n" });
  expect(JSON.stringify(told[2])).toContain("House");
  expect(JSON.stringify(told[7])).toContain("wombatplumber");
  expect((told[8]!["notes"] as { title: string }[]).map(({ title }) => title).toSorted()).toEqual([
    "Gutter",
    "Roof of the house",
  ]);
  expect(told[9]).toHaveProperty("error");

  // Nothing of it is real; it waits together with what was there by hand.
  expect(await client.notes.get({ noteId: roof.id })).toMatchObject({ title: "Roof", folderId: null });
  expect((await client.changesets.list()).changesets.map((set) => set.id)).toEqual([id]);
  expect(await client.rehearsals.note({ id, noteId: roof.id })).toMatchObject({
    ...{ title: "Roof of the house", text: "It leaks by night.\n", folderId },
  });
  await client.changesets.apply({ id });
  expect(await client.notes.get({ noteId: roof.id })).toMatchObject({ title: "Roof of the house", folderId });
  // What a model wrote is marked as such, what was typed is not.
  const json = async (of: string) => (await client.notes.body({ noteId: of, format: "json" })).text;
  expect(await json(noteId as string)).toContain('"kind":"ai"');
  expect((await client.notes.body({ noteId: noteId as string })).text).toBe(
    "Rusty.\n\nAsk the wombatplumber.\n",
  );
  await expect(client.notes.search({ query: "house origin:human" })).resolves.toMatchObject({
    hits: [{ note: { id: roof.id } }],
  });
});

test("a fence holds in a rehearsal for what only would leave it", async () => {
  await connect();
  const { client } = ann;
  const diary = await client.folders.create({ name: "Diary of quokkas" });
  const inner = await client.folders.create({ name: "Inner quokkas", parentId: diary.id });
  const [secret, other] = [
    await client.notes.create({
      ...{ title: "Secret", folderId: diary.id, body: { format: "markdown", text: "A zebrafinch.\n" } },
    }),
    await client.notes.create({ title: "Open", body: { format: "markdown", text: "A sparrow.\n" } }),
  ];
  await client.folders.update({ folderId: diary.id, aiAccess: "none" });
  const { id } = await client.rehearsals.start({ id: uuidV7(), title: "Move" });
  await client.rehearsals.change({
    id,
    records: [
      { kind: "note", recordId: secret.id, action: "update", fields: { folderId: null } },
      { kind: "folder", recordId: inner.id, action: "update", fields: { parentId: null } },
    ],
  });
  plays(() => [
    { name: "read_note", input: { noteId: secret.id } },
    { name: "search", input: { query: "zebrafinch" } },
    { name: "list_folders", input: {} },
    { name: "read_note", input: { noteId: other.id } },
  ]);
  await ask("Which birds?", id);
  const told = JSON.stringify(lastTold());
  expect(told).not.toMatch(/zebrafinch\.|quokkas/);
  expect(told).toContain("A sparrow.");
  // Once it has really left.
  await client.changesets.apply({ id });
  plays(() => [{ name: "read_note", input: { noteId: secret.id } }]);
  await ask("And now?", id);
  expect(JSON.stringify(lastTold())).toContain("A zebrafinch.");
});

test("a rehearsal that is gone, or another's, takes no change", async () => {
  await connect();
  plays(() => [{ name: "create_folder", input: { name: "House" } }]);
  const answer = await ask("Make a folder", uuidV7());
  expect(answer).toMatchObject({ state: "done", changesetId: null });
  expect(answer.steps).toMatchObject([{ tool: "create_folder", isFault: true }]);
});
