import { expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { ann, app, server, withModelApp } from "#testing/model-app.ts";
import type { Script } from "#testing/servers/model-server.ts";
import { openLive } from "#testing/sync-client.ts";
import { toolsFor } from "../tools/tools.ts";

withModelApp();

const connect = () =>
  ann.client.models.create({
    name: "Mine",
    kind: "openai",
    url: server.url,
    models: { chat: `echo-${uuidV7()}` },
  });
const aNote = (title: string, text: string, rest: object = {}) =>
  ann.client.notes.create({ title, body: { format: "markdown", text }, ...rest });

async function ask(
  text: string,
  given: { threadId?: string; usesTools?: boolean; scope?: object; parentId?: string } = {},
) {
  const asked = { threadId: uuidV7(), id: uuidV7(), answerId: uuidV7(), parentId: null, text, ...given };
  await ann.client.chat.ask({ usesTools: true, ...asked });
  const read = async () =>
    (await ann.client.chat.get({ threadId: asked.threadId })).messages.find(
      ({ id }) => id === asked.answerId,
    )!;
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).not.toBe("running");
  return read();
}

type Call = { name: string; input: unknown };
/** Uses these tools, one round after the other, then says something. A function sees what was answered so far. */
const plays = (...rounds: (Call[] | ((answers: Answer[]) => Call[]))[]): Script => {
  let round = 0;
  return (messages) => {
    const answers = messages
      .filter(({ role }) => role === "tool")
      .map(({ content }) => JSON.parse(content) as Answer);
    const next = rounds[round++];
    if (!next) return { pieces: ["All ", "said."] };
    return {
      pieces: round === 1 ? ["Let me look."] : [],
      calls: typeof next === "function" ? next(answers) : next,
    };
  };
};
type Answer = Record<string, unknown> & { error?: string };
const asked = () => server.asked.filter(({ path }) => path === "/chat/completions").map(({ json }) => json);
const answersTold = () =>
  (asked().at(-1)!["messages"] as { role: string; content: string }[])
    .filter(({ role }) => role === "tool")
    .map(({ content }) => JSON.parse(content) as Answer);

test("a model looks further and proposes; what it proposes waits, is made when it is accepted, and can be taken back", async () => {
  await connect();
  const { id: noteId } = await aNote("Roof", "Huber repairs the roof.\n\nCall Huber about the gutter.");
  const live = openLive(app, ann, ann.userId);
  await live.answer;
  server.say(
    plays(
      [{ name: "search", input: { query: "gutter" } }],
      [{ name: "read_note", input: { noteId } }],
      [{ name: "create_folder", input: { name: "House" } }],
      (answers) => [
        { name: "edit_note", input: { noteId, find: "Huber repairs", replace: "Huber has repaired" } },
        { name: "update_note", input: { noteId, folderId: answers.at(-1)!["folderId"], tags: ["house"] } },
        { name: "create_task", input: { title: "Call Huber", dueDate: "2026-12-04", noteIds: [noteId] } },
      ],
    ),
  );
  const answer = await ask("File what I have on the roof, and remind me to call Huber");
  expect(answer).toMatchObject({ text: "Let me look.\n\nAll said.", state: "done", fault: null });
  expect(answer.steps).toEqual([
    { tool: "search", words: 'Searched for "gutter"', isFault: false },
    { tool: "read_note", words: 'Read "Roof"', isFault: false },
    { tool: "create_folder", words: 'Wants to create the folder "House"', isFault: false },
    { tool: "edit_note", words: 'Wants to change the text of "Roof"', isFault: false },
    { tool: "update_note", words: "Wants to change a note", isFault: false },
    { tool: "create_task", words: 'Wants to create the task "Call Huber"', isFault: false },
  ]);
  expect(live.answers.flatMap((part) => (part.at === null ? [] : part.steps))).toEqual(answer.steps);
  live.close();
  // Five rounds, whose tokens are added up; each of them is on record.
  expect(answer.tokensIn).toBe(60);
  expect(asked().at(-1)!["tools"]).toHaveLength(toolsFor(app.services.changeables).size);
  const { passages } = await ann.client.chat.sent({ messageId: answer.id });
  expect(passages.filter(({ title }) => title === "Roof").length).toBeGreaterThan(1);

  const { notes, tasks, changesets, folders } = ann.client;
  expect(await notes.get({ noteId })).toMatchObject({ folderId: null, tags: [] });
  expect((await tasks.list({})).tasks).toEqual([]);
  const id = answer.changesetId!;
  const waiting = await changesets.get({ id });
  expect(waiting).toMatchObject({
    title: "File what I have on the roof, and remind me to call Huber",
    source: { kind: "chat", prompt: "File what I have on the roof, and remind me to call Huber" },
    notes: [{ noteId, parts: [{ state: "proposed" }] }],
  });
  expect(waiting.records.map(({ kind, action }) => `${action} ${kind}`)).toEqual([
    "create folder",
    "update note",
    "create task",
  ]);
  await changesets.apply({ id });
  const [folder] = (await folders.list({})).folders;
  expect(await notes.get({ noteId })).toMatchObject({ folderId: folder!.id, tags: ["house"] });
  expect((await notes.body({ noteId, format: "markdown" })).text).toContain("Huber has repaired the roof.");
  expect((await tasks.list({})).tasks).toMatchObject([{ title: "Call Huber", dueDate: "2026-12-04" }]);
  await changesets.undo({ id });
  expect(await notes.get({ noteId })).toMatchObject({ folderId: null, tags: [] });
  expect((await notes.body({ noteId, format: "markdown" })).text).toContain("Huber repairs the roof.");
  expect((await tasks.list({})).tasks).toEqual([]);
});

test("what somebody writes while a model answers is nothing that it proposes to change", async () => {
  await connect();
  const { notes, changesets } = ann.client;
  const { id: noteId } = await aNote("Roof", "The roof leaks.\n\nThe gutter too.\n");
  let round = 0;
  server.say(() => {
    round += 1;
    if (round === 1) return { pieces: [], calls: [{ name: "read_note", input: { noteId } }] };
    if (round === 2)
      return {
        pieces: [],
        calls: [{ name: "edit_note", input: { noteId, text: "The roof drips.\n\nThe gutter too.\n" } }],
      };
    return { pieces: Array(10).fill("slowly "), pauseMs: 60 };
  });
  const asking = ask("Say it better");
  await expect.poll(() => round).toBe(3);
  const { seq } = await notes.body({ noteId, format: "markdown" });
  const text = "The roof leaks.\n\nThe gutter too, says Ana.\n\nA new paragraph.\n";
  await notes.replaceBody({ noteId, body: { format: "markdown", text }, baseSeq: seq });
  const { changesetId } = await asking;
  const applied = await changesets.apply({ id: changesetId! });
  expect(applied.notes.flatMap(({ parts }) => parts.map(({ state }) => state))).toEqual(["applied"]);
  expect((await notes.body({ noteId, format: "markdown" })).text).toBe(text.replace("leaks", "drips"));
});

test("a word that the database can't keep costs neither the answer nor what it proposes", async () => {
  await connect();
  server.say(
    plays(
      [{ name: "search\u0000", input: {} }],
      [{ name: "create_note", input: { title: "N\u0000ew", text: "a\ud800b\u0000c" } }],
    ),
  );
  const answer = await ask("Do it");
  expect(answer).toMatchObject({ state: "done", fault: null, changesetId: expect.any(String) });
  const { records } = await ann.client.changesets.get({ id: answer.changesetId! });
  expect(records[0]).toMatchObject({ title: "New", state: "proposed" });
});

test("a model can't sign what it writes as another one's or a person's", async () => {
  await connect();
  const forged = { writtenBy: null, earlier: [{ body: { format: "markdown", text: "Words." } }] };
  const other = { writtenBy: { model: "another-model" } };
  server.say(
    plays(
      [{ name: "create_note", input: { title: "One", text: "Words.", ...forged } }],
      [{ name: "create_note", input: { title: "Two", text: "Words.", ...other } }],
    ),
  );
  const answer = await ask("Do it");
  const { records } = await ann.client.changesets.apply({ id: answer.changesetId! });
  expect(records.map(({ state }) => state)).toEqual(["applied", "applied"]);
  for (const { recordId } of records) {
    const { text } = await ann.client.notes.body({ noteId: recordId, format: "json" });
    expect(text).toContain('"kind":"ai","from":null,"model":"echo-');
  }
});

test("without tools a model is offered none, and one that refuses them is asked without", async () => {
  await connect();
  await aNote("Roof", "It leaks.");
  server.say("Plain.");
  expect((await ask("Roof?", { usesTools: false })).text).toBe("Plain.");
  expect(asked().at(-1)).not.toHaveProperty("tools");
  const refusal = { status: 400, body: '{"error":{"message":"this model does not support tools"}}' };
  server.fail([refusal, null]);
  const answer = await ask("Roof?");
  expect(answer).toMatchObject({ text: "Plain.", state: "done", fault: null, steps: [] });
  expect(asked().at(-2)).toHaveProperty("tools");
  await ask("Roof again?");
  expect(asked().at(-1)).not.toHaveProperty("tools");
});

test("calls that are none are told to the model, and a model that never stops is stopped", async () => {
  await connect();
  server.say(
    plays(
      [
        { name: "rm_rf", input: {} },
        { name: "search", input: "{not json" },
        { name: "search", input: { words: "tea" } },
        { name: "read_note", input: { noteId: uuidV7() } },
        { name: "create_task", input: { title: " " } },
      ],
      [
        { name: "list_folders", input: {} },
        { name: "search", input: { query: "a\u0000b \ud800" } },
      ],
    ),
  );
  const answer = await ask("Do it");
  expect(answer.steps.map(({ isFault }) => isFault)).toEqual([true, true, true, true, true, false, false]);
  expect(
    answersTold()
      .slice(0, 5)
      .every(({ error }) => typeof error === "string"),
  ).toBe(true);
  expect(answer.changesetId).toBeNull();

  const before = asked().length;
  server.say((_messages, json) => ({
    pieces: ["x"],
    calls: json["tools"] ? [{ name: "list_tags", input: {} }] : [],
  }));
  const endless = await ask("Never stop");
  expect(endless.state).toBe("done");
  expect(endless.steps).toHaveLength(12);
  expect(asked().length - before).toBe(13);
});

test("a fence, and what a conversation is about, hold for every tool", async () => {
  await connect();
  const { client } = ann;
  const folder = await client.folders.create({ name: "Diary" });
  const [hidden, open] = [
    await aNote("Secret heron", "The heron is blue.", { folderId: folder.id }),
    await aNote("Open", "Nothing of it."),
  ];
  const task = await client.tasks.create({ title: "Heron task", noteIds: [hidden.id] });
  await client.tags.setAiAccess({ name: "heron", aiAccess: "none" });
  const fenced = await client.tasks.create({ title: "Fenced heron", tags: ["heron"] });
  const event = await client.events.create({ title: "Heron day", date: "2026-12-01", noteId: hidden.id });
  await client.folders.update({ folderId: folder.id, aiAccess: "none" });
  server.say(
    plays([
      { name: "search", input: { query: "heron blue" } },
      { name: "read_note", input: { noteId: hidden.id } },
      { name: "list_notes", input: {} },
      { name: "list_folders", input: {} },
      { name: "list_tags", input: {} },
      { name: "list_tasks", input: {} },
      { name: "list_events", input: { from: "2026-12-01", to: "2026-12-02" } },
      { name: "edit_note", input: { noteId: hidden.id, append: "x" } },
      { name: "update_note", input: { noteId: hidden.id, title: "x" } },
      { name: "update_note", input: { noteId: open.id, folderId: folder.id } },
      { name: "delete_folder", input: { folderId: folder.id } },
      { name: "create_folder", input: { name: "x", parentId: folder.id } },
      { name: "update_task", input: { taskId: fenced.id, title: "x" } },
      { name: "delete_event", input: { eventId: event.id } },
      { name: "create_reminder", input: { noteId: hidden.id, localTime: "2030-01-01T08:00" } },
    ]),
  );
  const answer = await ask("Which bird?");
  const told = answersTold()
    .map((each) => JSON.stringify(each))
    .join("\n");
  expect(told).not.toMatch(/secret|blue|Diary|Fenced|Heron day/i);
  // It links to a fenced note and says nothing of it.
  expect(told).toContain(task.title);
  expect(answer.steps.slice(7).every(({ isFault }) => isFault)).toBe(true);
  expect(answer.changesetId).toBeNull();

  const before = answer.steps.length;
  expect(before).toBe(15);
  server.say(
    plays([
      { name: "list_tasks", input: {} },
      { name: "read_note", input: { noteId: open.id } },
      { name: "read_note", input: { noteId: (await aNote("Other", "Elsewhere.")).id } },
      { name: "update_task", input: { taskId: task.id, title: "x" } },
      { name: "list_tags", input: {} },
      { name: "list_folders", input: {} },
    ]),
  );
  await client.folders.create({ name: "Elsewhere" });
  const scoped = await ask("And here?", { scope: { noteIds: [open.id] } });
  expect(scoped.steps.map(({ isFault }) => isFault)).toEqual([true, false, true, true, true, false]);
  expect(answersTold().at(-1)).toEqual({ folders: [] });
});

test("an answer that rests on a task, or a reminder of one, goes along no more once a tag's fence keeps the task back", async () => {
  await connect();
  const { client } = ann;
  const task = await client.tasks.create({ title: "Paint the boat", tags: ["boat"], dueDate: "2031-05-01" });
  await client.reminders.create({ taskId: task.id, localTime: "2031-05-01T08:00" });
  server.say(plays([{ name: "list_reminders", input: {} }]));
  const threadId = uuidV7();
  const first = await ask("What will ring?", { threadId });
  const { passages } = await client.chat.sent({ messageId: first.id });
  expect(passages.map(({ kind, id }) => [kind, id])).toEqual([["task", task.id]]);
  server.say(() => ({ pieces: ["Yes."] }));
  const rolesAsked = async () => {
    await ask("And then?", { threadId, parentId: first.id });
    return (asked().at(-1)!["messages"] as { role: string }[]).map(({ role }) => role);
  };
  expect(await rolesAsked()).toContain("assistant");
  await client.tags.setAiAccess({ name: "boat", aiAccess: "none" });
  expect(await rolesAsked()).not.toContain("assistant");
});

test("no tool tells a word of another account, whatever ids it is given", async () => {
  const eve = await app.aUser("Eve");
  const { client } = eve;
  const folder = await client.folders.create({ name: "Quokka folder" });
  const note = await client.notes.create({ title: "Quokka", body: { format: "markdown", text: "quokka\n" } });
  const task = await client.tasks.create({ title: "Quokka task" });
  const event = await client.events.create({ title: "Quokka day", date: "2026-12-01" });
  const reminder = await client.reminders.create({ noteId: note.id, localTime: "2030-01-01T08:00" });
  const layout = (await client.layouts.list({})).layouts[0]!;
  const ids: Record<string, string> = {
    ...{ folderId: folder.id, noteId: note.id, taskId: task.id, eventId: event.id },
    ...{ reminderId: reminder.id, layoutId: layout.id, fileId: uuidV7(), parentId: folder.id },
  };
  const fields = {
    title: "Mine now",
    name: "Mine now",
    query: "quokka",
    date: "2026-12-01",
    text: "x",
    append: "x",
  };
  const days = {
    from: "2026-11-30",
    to: "2026-12-02",
    localTime: "2031-01-01T08:00",
    find: "quokka",
    replace: "",
  };
  const tools = [...toolsFor(app.services.changeables).values()];
  await connect();
  for (const each of tools) {
    const known = Object.keys(each.input.shape);
    const all: Record<string, unknown> = {
      ...fields,
      ...days,
      ...ids,
      ...(each.name === "read_note" && { from: 0 }),
    };
    const input = Object.fromEntries(known.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
    if (each.name === "read_file") input["from"] = 0;
    server.say(plays([{ name: each.name, input }]));
    const answer = await ask("Do it");
    const [told] = answersTold();
    expect(JSON.stringify(told), each.name).not.toMatch(/quokka/i);
    // What is created without naming anything of hers is one's own.
    if (each.isWriting && Object.keys(input).some((name) => name in ids))
      expect(answer.changesetId, each.name).toBeNull();
  }
  expect((await client.notes.get({ noteId: note.id })).title).toBe("Quokka");
  expect((await client.changesets.list()).changesets).toEqual([]);
});
