import { expect, test } from "vitest";
import { ann, code, startWithAnnAndBen } from "#testing/people/ann-and-ben.ts";
import { uploadInParts } from "#testing/upload-file.ts";

startWithAnnAndBen();

const aProject = async (title: string) => (await ann.client.projects.create({ title })).id;
const aTask = async (title: string) => (await ann.client.tasks.create({ title })).id;
const anEvent = async (title: string) =>
  (await ann.client.events.create({ title, date: "2031-03-04", time: "09:00" })).id;
const aFile = (name: string) => uploadInParts(ann, name, Buffer.from("words"));

test("only what is still in the project it was in is moved, taken out or put in; the rest stays where it is", async () => {
  const { projects } = ann.client;
  const [orchard, wall] = [await aProject("Orchard"), await aProject("Wall")];
  const kinds = [
    {
      make: aTask,
      add: (ids: string[], projectId: string, from?: string | null) =>
        projects.addTasks({
          projectId,
          taskIds: ids,
          ...(from !== undefined && { onlyIf: { projectId: from } }),
        }),
      remove: (ids: string[], from: string) =>
        projects.removeTasks({ taskIds: ids, onlyIf: { projectId: from } }),
      of: async (taskId: string) => (await projects.ofTask({ taskId })).projectId,
    },
    {
      make: anEvent,
      add: (ids: string[], projectId: string, from?: string | null) =>
        projects.addEvents({
          projectId,
          eventIds: ids,
          ...(from !== undefined && { onlyIf: { projectId: from } }),
        }),
      remove: (ids: string[], from: string) =>
        projects.removeEvents({ eventIds: ids, onlyIf: { projectId: from } }),
      of: async (eventId: string) => (await projects.ofEvent({ eventId })).projectId,
    },
  ];
  for (const { make, add, remove, of } of kinds) {
    const [moved, free] = [await make("Moved"), await make("Free")];
    await add([moved], wall);
    const where = async () => [await of(moved), await of(free)];
    // It must be in none, or in another.
    expect(await code(add([moved], orchard, null))).toBe("CONFLICT");
    expect(await code(remove([moved], orchard))).toBe("CONFLICT");
    expect(await code(add([free], wall, orchard))).toBe("CONFLICT");
    expect(await where()).toEqual([wall, null]);
    // Of several those that are where it says.
    await add([moved, free], orchard, null);
    expect(await where()).toEqual([wall, orchard]);
    await add([moved, free], orchard, wall);
    expect(await where()).toEqual([orchard, orchard]);
    // A call that is sent twice finds it done.
    await add([moved], orchard, wall);
    await add([moved], orchard, null);
    await remove([moved], orchard);
    await remove([moved], orchard);
    expect(await where()).toEqual([null, orchard]);
    expect(await code(add([orchard], orchard, null))).toBe("NOT_FOUND");
  }
});

test("a file goes back into a project only while it is in none", async () => {
  const { projects } = ann.client;
  const [orchard, wall] = [await aProject("Orchard"), await aProject("Wall")];
  const fileIds = [await aFile("plan.txt")];
  const onlyIf = { projectId: null };
  await projects.addFiles({ projectId: wall, fileIds, onlyIf });
  await projects.addFiles({ projectId: wall, fileIds, onlyIf });
  expect(await code(projects.addFiles({ projectId: orchard, fileIds, onlyIf }))).toBe("CONFLICT");
  expect((await ann.client.files.list({ projectId: wall })).files.map(({ name }) => name)).toEqual([
    "plan.txt",
  ]);
});

test("a project and the place of a task are put back only while nobody changed them again", async () => {
  const { projects, tasks } = ann.client;
  const projectId = await aProject("Orchard");
  await projects.update({ projectId, title: "  Pears ", status: "paused" });
  const back = { projectId, title: "Orchard", status: "active" } as const;
  await projects.update({ projectId, color: "green" });
  await projects.update({ ...back, onlyIf: { title: "  Pears ", status: "paused" } });
  expect(await projects.get({ projectId })).toMatchObject({ title: "Orchard", color: "green" });
  expect(await code(projects.update({ ...back, onlyIf: { title: "Pears", status: "active" } }))).toBe(
    "CONFLICT",
  );

  const [first, last] = [await aTask("First"), await aTask("Last")];
  const { position } = await tasks.get({ taskId: last });
  const moved = await tasks.reorder({ taskId: last, before: first });
  const onlyIf = { position: moved.position };
  expect(await tasks.update({ taskId: last, position, onlyIf })).toMatchObject({ position });
  expect(await code(tasks.update({ taskId: last, position: 1, onlyIf }))).toBe("CONFLICT");
  expect(await tasks.get({ taskId: last })).toMatchObject({ position });
});
