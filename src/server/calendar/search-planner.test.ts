import { afterAll, beforeAll, expect, test } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser("Ann");
});
afterAll(() => app.close());

const tasksFor = async (query: string, person = ann, limit = 10) =>
  (await person.client.tasks.search({ query, limit })).tasks.map(({ title }) => title);
const eventsFor = async (query: string, person = ann) =>
  (await person.client.events.search({ query })).hits.map(({ event }) => event.title);

test("tasks are found by words of title, description and tags, the best first", async () => {
  const { tasks } = (await app.aUser("Finder")).client;
  const make = (title: string, more = {}) => tasks.create({ title, dueDate: null, ...more });
  await make("Crème for the cake", { description: "From the shop in Łódź", tags: ["Küche", "über-uns"] });
  await make("Cake");
  await make("Buy a cake form", { status: "done" });
  await make("Write to Ana", { description: "about the cake" });
  await make("C++ course");
  await make("東京タワーへ行く");
  const found = async (query: string) => (await tasks.search({ query })).tasks.map(({ title }) => title);
  expect(await found("cake")).toEqual(["Cake", "Crème for the cake", "Buy a cake form", "Write to Ana"]);
  expect(await found("CREME lodz")).toEqual(["Crème for the cake"]);
  expect(await found("Crème")).toEqual(["Crème for the cake"]);
  expect(await found("cak -form")).toEqual(["Cake", "Crème for the cake", "Write to Ana"]);
  expect(await found("tag:küche")).toEqual(["Crème for the cake"]);
  expect(await found("tag:kuch")).toEqual([]);
  expect(await found("#küche")).toEqual(["Crème for the cake"]);
  expect(await found('"cake form"')).toEqual(["Buy a cake form"]);
  expect(await found('"form cake"')).toEqual([]);
  expect(await found("c++")).toEqual(["C++ course"]);
  expect(await found("東京")).toEqual(["東京タワーへ行く"]);
  // In no word's beginning: then in titles.
  expect(await found("ourse")).toEqual(["C++ course"]);
  expect(await found("100%")).toEqual([]);
  expect(await found("is:favorite cake")).toEqual([]);
  expect(await found("  ")).toEqual([]);
});

test("what is changed, put into the trash and taken out of it is found as it now is", async () => {
  const { id } = await ann.client.tasks.create({ title: "Paint the fence" });
  expect(await tasksFor("fence")).toEqual(["Paint the fence"]);
  await ann.client.tasks.update({ taskId: id, title: "Paint the door" });
  expect([await tasksFor("fence"), await tasksFor("door")]).toEqual([[], ["Paint the door"]]);
  await ann.client.tasks.remove({ taskId: id });
  expect(await tasksFor("door")).toEqual([]);
  await ann.client.tasks.restore({ taskId: id });
  expect(await tasksFor("door")).toEqual(["Paint the door"]);
});

test("a checkbox whose note is in the trash is not found", async () => {
  const { id } = await ann.client.notes.create({
    title: "Trip",
    body: { format: "markdown", text: "- [ ] pack the telescope" },
  });
  await expect.poll(() => tasksFor("telescope")).toEqual(["pack the telescope"]);
  await ann.client.notes.remove({ noteId: id });
  expect(await tasksFor("telescope")).toEqual([]);
});

test("events are found by place too, each with the day it comes next", async () => {
  const { events } = ann.client;
  const year = new Date().getUTCFullYear();
  await events.create({ title: "Dinner", date: "2020-01-02", location: "Café Luigi", timeZone: null });
  await events.create({ title: "Luigi's birthday", date: "2001-03-04", repeat: "FREQ=YEARLY" });
  await events.create({ title: "Luigi's course", date: "2001-03-04", repeat: "FREQ=DAILY;COUNT=3" });
  const { hits } = await events.search({ query: "luigi" });
  const days = Object.fromEntries(hits.map(({ event, instance }) => [event.title, instance.start]));
  expect(hits.map(({ event }) => event.title)).toEqual(["Luigi's birthday", "Luigi's course", "Dinner"]);
  expect(days["Dinner"]).toBe("2020-01-02");
  expect(days["Luigi's course"]).toBe("2001-03-06");
  expect([`${year}-03-04`, `${year + 1}-03-04`]).toContain(days["Luigi's birthday"]);
  expect(await eventsFor("cafe dinner")).toEqual(["Dinner"]);
  expect(await eventsFor("uigi")).toHaveLength(2);
});

test("nobody finds what is another's, and events are no tasks", async () => {
  const bob = await app.aUser("Bob");
  await ann.client.tasks.create({ title: "Zeppelin to the hangar" });
  await ann.client.events.create({ title: "Zeppelin flight", date: "2031-01-01" });
  expect([await tasksFor("zeppelin"), await eventsFor("zeppelin")]).toEqual([
    ["Zeppelin to the hangar"],
    ["Zeppelin flight"],
  ]);
  for (const query of ["zeppelin", "eppelin"])
    expect([await tasksFor(query, bob), await eventsFor(query, bob)]).toEqual([[], []]);
});

test("among ten thousand the words are read from the index, and the best title is not cut away", async () => {
  const cat = await app.aUser("Cat");
  await cat.client.tasks.create({ title: "Number" });
  await app.database.asSuperuser(
    `INSERT INTO tasks (id, user_id, title, tags) SELECT gen_random_uuid(), $1, 'Task number ' || n, ARRAY['tag' || n % 20]
     FROM generate_series(1, 10000) AS n`,
    [cat.userId],
  );
  await app.database.asSuperuser("ANALYZE tasks; ANALYZE planner_search");
  expect((await tasksFor("number", cat))[0]).toBe("Number");
  const times: Record<string, number> = {};
  for (const query of ["num", "number 4711", "tag:tag7", "nothing of the kind", "umber"]) {
    await tasksFor(query, cat);
    const began = performance.now();
    for (let turn = 0; turn < 5; turn++) await tasksFor(query, cat);
    times[query] = Math.round((performance.now() - began) / 5);
  }
  // Thirty times what it takes; without the index it is seconds.
  for (const each of Object.values(times)) expect(each).toBeLessThan(500);
  if (process.env["TIMES"]) console.log(times);
});

test("a task and an event of one id, whoever made them, are found each by its own words", async () => {
  const bob = await app.aUser("Sameids");
  const { id } = await ann.client.events.create({ title: "Regatta", date: "2031-05-05" });
  await bob.client.tasks.create({ id, title: "Impostor", dueDate: null });
  expect(await eventsFor("regatta")).toEqual(["Regatta"]);
  expect(await tasksFor("impostor", bob)).toEqual(["Impostor"]);
  await bob.client.tasks.remove({ taskId: id });
  expect(await eventsFor("regatta")).toEqual(["Regatta"]);
});
