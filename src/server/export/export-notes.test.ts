import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("all notes come in one answer, which the log says with its format and their number", async () => {
  const ann = await app.aUser("Ann");
  const folder = await ann.client.folders.create({ name: "Trips" });
  const first = await ann.client.notes.create({
    title: 'A "quoted" title',
    tags: ["sea"],
    folderId: folder.id,
    body: { format: "markdown", text: "Some **bold**\n" },
  });
  const second = await ann.client.notes.create({ title: "Second" });
  const gone = await ann.client.notes.create({ title: "Gone" });
  await ann.client.notes.remove({ noteId: gone.id });
  const stranger = await app.aUser("Stranger");
  await stranger.client.notes.create({ title: "Not hers" });

  const response = await ann.request("/api/export/notes");
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { exported_at, total_notes, notes } = JSON.parse(await response.text());
  expect(Date.parse(exported_at)).toBeGreaterThan(0);
  expect(total_notes).toBe(2);
  expect(notes.map(({ id }: { id: string }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(notes.find(({ id }: { id: string }) => id === first.id)).toEqual({
    id: first.id,
    title: 'A "quoted" title',
    content: "<p>Some <strong>bold</strong></p>",
    markdown: "Some **bold**\n",
    category: first.category,
    tags: ["sea"],
    isFavorite: false,
    folder_id: folder.id,
    createdAt: first.createdAt,
    updatedAt: expect.any(String),
  });
  const { activities } = await ann.client.activity.list({});
  expect(activities.find(({ type }) => type === "export_notes")?.metadata).toMatchObject({
    export_format: "json",
    notes_count: 2,
  });
});

test("an account without notes gets an empty list, a visitor nothing", async () => {
  const bob = await app.aUser("Bob");
  const answer = await (await bob.request("/api/export/notes")).json();
  expect(answer).toEqual({ exported_at: expect.any(String), total_notes: 0, notes: [] });
  expect((await app.visitor().request("/api/export/notes")).status).toBe(401);
});
