import { afterAll, beforeAll, expect, test } from "vitest";
import { seedUpdate } from "#document/yjs/yjs.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { imported, planned, zipOf } from "#testing/import-files.ts";
import { type SignedInVisitor, startTestApp, type TestApp } from "#testing/test-app.ts";

/** An export of Cairn that somebody has changed, or a disk: a sentence, or whatever of it is sound. */
let app: TestApp;
let ann: SignedInVisitor;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.aUser();
});
afterAll(() => app.close());

const MANIFEST = JSON.stringify({ app: "Cairn", version: 1, files: {} });
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const DAMAGED = "This export of Cairn is damaged, or of a newer version. Nothing was imported.";

test.each<[string, Record<string, string>]>([
  ["a manifest that is no JSON", { "_cairn/manifest.json": "{" }],
  ["a newer version", { "_cairn/manifest.json": JSON.stringify({ app: "Cairn", version: 2, files: {} }) }],
  ["a row that breaks off", { "_rows/public.notes_v2.jsonl": `${lines({ id: uuidV7() })}{"id": "` }],
  ["a row that is none", { "_rows/public.folders.jsonl": "[1, 2]\n" }],
])("%s is refused in words, and nothing is made", async (_, files) => {
  const bytes = await zipOf({ "_cairn/manifest.json": MANIFEST, ...files });
  expect(await planned(ann, [{ path: "export.zip", bytes }])).toMatchObject({
    status: "failed",
    message: DAMAGED,
  });
  expect((await ann.client.notes.list({})).notes).toEqual([]);
});

test("rows that nobody wrote cost themselves at most", async () => {
  const bob = await app.aUser("Bob");
  const [good, odd, loop, other] = [uuidV7(), uuidV7(), uuidV7(), uuidV7()];
  const [left, right] = [uuidV7(), uuidV7()];
  const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "words" }] }] };
  const payload = `\\x${Buffer.from(seedUpdate(body)).toString("hex")}`;
  const at = "2024-05-06T07:08:09.123456+00:00";
  const note = { user_id: "0", title: "Good", tags: ["a"], created_at: at, updated_at: at };
  const bytes = await zipOf({
    "_cairn/manifest.json": MANIFEST,
    "_rows/public.folders.jsonl": lines(
      { id: loop, name: "Loop", parent_folder_id: other },
      { id: other, name: "Other", parent_folder_id: loop },
    ),
    "_rows/public.notes_v2.jsonl": lines(
      { ...note, id: good, folder_id: loop },
      {
        ...note,
        id: odd,
        title: `Odd \0 \uD800 ${"x".repeat(5000)}`,
        tags: [1, null, "b"],
        created_at: "yesterday",
        updated_at: 7,
        folder_id: "nowhere",
        trashed_at: "never",
      },
    ),
    "_rows/public.note_updates.jsonl": lines(
      { id: 1, note_id: good, payload, at },
      { id: 2, note_id: odd, payload: "\\xnothing", at: "late" },
      { id: 3, note_id: "of nobody", payload, at },
    ),
    "_rows/public.tasks.jsonl": lines(
      { id: uuidV7(), title: "On its own\0", completed: true },
      // A circle, and values of other kinds.
      { id: left, title: "Left", parent_id: right, tags: "none", repeat: "hourly", waits_for: "x" },
      { id: right, title: "Right", parent_id: left, spent_minutes: "1", my_day: "2030-02-31" },
    ),
    "_rows/public.user_preferences.jsonl": lines({ dashboard_theme: "<script>", settings: "none" }),
    "_rows/public.user_profiles.jsonl": lines({ display_name: "", welcome_message: 7 }),
  });
  const done = await imported(bob, [{ path: "export.zip", bytes }], { withSettings: true });
  expect(done).toMatchObject({ status: "done", made: 2 });
  const { folders } = await bob.client.folders.list({});
  expect(folders.map(({ name, parentId }) => [name, parentId === null]).sort()).toEqual([
    ["Loop", false],
    ["Other", true],
  ]);
  const { notes } = await bob.client.notes.list({});
  expect(notes.map(({ title }) => title.slice(0, 4)).sort()).toEqual(["Good", "Odd "]);
  const sound = notes.find(({ title }) => title === "Good")!;
  expect(sound).toMatchObject({ tags: ["a"], updatedAt: "2024-05-06T07:08:09.123Z" });
  expect((await bob.client.notes.body({ noteId: sound.id })).text).toBe("words\n");
  const { tasks } = await bob.client.tasks.list({});
  expect(tasks.toSorted((one, other) => one.title.localeCompare(other.title))).toMatchObject([
    { title: "Left", parentId: null, tags: [], repeat: null },
    { title: "On its own", completed: true },
    { title: "Right", parentId: null, spentMinutes: 0, myDay: null },
  ]);
  expect((await bob.client.accounts.session()).session!.user.name).toBe("Bob");
  const { items } = await bob.client.imports.items({ importId: done.id, only: "remarks" });
  for (const { reason } of items) expect(reason ?? "").not.toMatch(/SELECT|constraint|syntax|invalid/i);
});
