import { expect, test } from "vitest";
import { startTestApp } from "#testing/test-app.ts";
import { tidyUp } from "./housekeeping.ts";

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
  expect(await tidyUp(app.services.db)).toMatchObject({ notes: 1, folders: 0 });
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
  expect(await tidyUp(app.services.db)).toMatchObject({ sessions: 1 });
  expect((await bob.client.accounts.session()).session).not.toBeNull();
  await app.close();
});
