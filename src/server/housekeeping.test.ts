import { expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";
import { features } from "./features.ts";
import { runCleanup } from "./housekeeping.ts";

/** As if housekeeping had run for days and last looked `ago`. */
async function watchedSince(app: TestApp, ago = "6 hours"): Promise<void> {
  await runCleanup(app.services, features);
  await app.database.asSuperuser(
    "UPDATE clock_watch SET seen_at = now() - $1::interval, trusted_from = now() - $1::interval",
    [ago],
  );
}

async function aNoteInTheTrash(app: TestApp, age: string) {
  const ann = await app.aUser("Ann");
  const { id } = await ann.client.notes.create({ title: "old" });
  await ann.client.notes.remove({ noteId: id });
  await app.database.asSuperuser("UPDATE notes_v2 SET trashed_at = now() - $2::interval WHERE id = $1", [
    id,
    age,
  ]);
}

test("what lay in the trash for thirty days goes for good, what lay there shorter stays", async () => {
  const app = await startTestApp();
  const ann = await app.aUser("Ann");
  const [old, recent, kept] = await Promise.all(
    ["old", "recent", "kept"].map((title) => ann.client.notes.create({ title })),
  );
  await ann.client.notes.remove({ noteId: old!.id });
  await ann.client.notes.remove({ noteId: recent!.id });
  await app.database.asSuperuser(
    "UPDATE notes_v2 SET trashed_at = now() - interval '31 days' WHERE id = $1",
    [old!.id],
  );
  await app.database.asSuperuser(
    "UPDATE notes_v2 SET trashed_at = now() - interval '29 days' WHERE id = $1",
    [recent!.id],
  );
  await watchedSince(app);
  expect(await runCleanup(app.services, features)).toMatchObject({ notes: 1, folders: 0 });
  expect((await ann.client.notes.list({ trashed: true })).notes.map((note) => note.id)).toEqual([recent!.id]);
  expect((await ann.client.notes.list({})).notes.map((note) => note.id)).toEqual([kept!.id]);
  await app.close();
});

test("sessions that have expired are forgotten, live ones are not", async () => {
  const app = await startTestApp();
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  await app.database.asSuperuser(
    "UPDATE auth.sessions SET expires_at = now() - interval '1 hour' WHERE user_id = $1",
    [ann.userId],
  );
  await watchedSince(app);
  expect(await runCleanup(app.services, features)).toMatchObject({ sessions: 1 });
  expect((await bob.client.accounts.session()).session).not.toBeNull();
  await app.close();
});

test.each([
  ["ten years ahead", "10 years"],
  ["back by a day", "-1 day"],
])("a clock that jumps %s removes nothing, nor does the way back", async (_, jump) => {
  const app = await startTestApp();
  await aNoteInTheTrash(app, "31 days");
  await watchedSince(app, jump);
  expect(await runCleanup(app.services, features)).toBeNull();
  await app.database.asSuperuser("UPDATE clock_watch SET seen_at = now() + $1::interval", [jump]);
  expect(await runCleanup(app.services, features)).toBeNull();
  expect(await runCleanup(app.services, features)).toBeNull();
  await app.close();
});

test("three days after a jump time counts again", async () => {
  const app = await startTestApp();
  await aNoteInTheTrash(app, "31 days");
  await watchedSince(app, "10 years");
  expect(await runCleanup(app.services, features)).toBeNull();
  await app.database.asSuperuser(
    "UPDATE clock_watch SET seen_at = now() - interval '6 hours', trusted_from = trusted_from - interval '73 hours'",
  );
  expect(await runCleanup(app.services, features)).toMatchObject({ notes: 1 });
  await app.close();
});
