import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function aFile(person: SignedInVisitor, name: string): Promise<string> {
  const begun = await person.request("/api/files/uploads", {
    method: "POST",
    headers: {
      "upload-length": "5",
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers.get("location")!;
  await person.request(location, {
    method: "PATCH",
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: "words",
  });
  return location.split("/").at(-1)!;
}

async function aProject({ client }: SignedInVisitor) {
  const { id: projectId, folderId } = await client.projects.create({ title: "Orchard" });
  const { id: below } = await client.folders.create({ name: "Pears", parentId: folderId });
  return { projectId, folderId, below };
}

test("files of a project are those its notes name, in its folder and below, and say which", async () => {
  const [ann, eve] = [await app.aUser("Ann"), await app.aUser("Eve")];
  const { client } = ann;
  const { projectId, folderId, below } = await aProject(ann);
  const [plan, bill] = [await aFile(ann, "plan.txt"), await aFile(ann, "bill.txt")];
  const [other, lost] = [await aFile(ann, "other.txt"), await aFile(ann, "lost.txt")];
  const naming = (title: string, folder: string | null, ...ids: string[]) =>
    client.notes.create({
      title,
      folderId: folder,
      body: { format: "markdown", text: ids.map((id) => `[it](/files/${id})`).join(" and ") },
    });
  await naming("Trees", folderId, plan);
  const paid = await naming("Paid", below, plan, bill);
  await naming("Elsewhere", null, other, bill);
  const gone = await naming("Gone", folderId, lost);
  await client.notes.remove({ noteId: gone.id });
  const listed = async (input: Parameters<typeof client.files.list>[0]) =>
    (await client.files.list(input)).files.map(({ name, uses, notes }) => [
      name,
      uses,
      notes?.map(({ title }) => title),
    ]);
  await vi.waitFor(
    async () =>
      expect(await listed({ projectId })).toEqual([
        ["bill.txt", 2, ["Paid"]],
        ["plan.txt", 2, ["Paid", "Trees"]],
      ]),
    10_000,
  );
  expect(await listed({ projectId, query: "PLAN" })).toEqual([["plan.txt", 2, ["Paid", "Trees"]]]);
  const first = await client.files.list({ projectId, limit: 1 });
  expect(await listed({ projectId, limit: 1, cursor: first.nextCursor! })).toEqual([
    ["plan.txt", 2, ["Paid", "Trees"]],
  ]);
  // Without a project nothing is said of notes.
  expect((await listed({ query: "plan" }))[0]![2]).toBeUndefined();

  await client.notes.update({ noteId: paid.id, folderId: null });
  expect(await listed({ projectId })).toEqual([["plan.txt", 2, ["Trees"]]]);
  expect((await eve.client.files.list({ projectId })).files).toEqual([]);
});

test("events of a project are those whose note is in it, once for each time they happen", async () => {
  const [ann, eve] = [await app.aUser("Ann"), await app.aUser("Eve")];
  const { client } = ann;
  const { projectId, folderId, below } = await aProject(ann);
  const aNote = async (folder: string | null) => (await client.notes.create({ folderId: folder })).id;
  const anEvent = (title: string, noteId: string | null, repeat: string | null = null) =>
    client.events.create({ title, date: "2026-11-30", time: "09:00", noteId, repeat });
  const [inside, deep, outside] = [await aNote(folderId), await aNote(below), await aNote(null)];
  await anEvent("Plant", inside);
  const { id: series } = await anEvent("Water", deep, "FREQ=WEEKLY;COUNT=3");
  await anEvent("Dance", outside);
  await anEvent("Sleep", null);
  const listed = async (input = {}) => {
    const days = { from: "2026-11-29", to: "2026-12-31", projectId, timeZone: "UTC" };
    const { events, instances } = await client.events.list({ ...days, ...input });
    const titles = new Map(events.map(({ id, title }) => [id, title]));
    return instances.map(({ eventId, start }) => [titles.get(eventId), start.slice(0, 10)]).toSorted();
  };
  expect(await listed()).toEqual([
    ["Plant", "2026-11-30"],
    ["Water", "2026-11-30"],
    ["Water", "2026-12-07"],
    ["Water", "2026-12-14"],
  ]);
  expect(await listed({ to: "2026-11-29" })).toEqual([]);
  // One instance that becomes an event of its own stays in the project, and is there once.
  await client.events.update({
    eventId: series,
    instance: "2026-12-07T09:00",
    scope: "this",
    date: "2026-12-08",
  });
  expect((await listed()).map(([, day]) => day)).toEqual([
    ...["2026-11-30", "2026-11-30", "2026-12-08", "2026-12-14"],
  ]);
  await client.notes.remove({ noteId: deep });
  expect(await listed()).toEqual([["Plant", "2026-11-30"]]);
  const asked = { from: "2026-11-29", to: "2026-12-31", projectId };
  expect((await eve.client.events.list(asked)).events).toEqual([]);
});
