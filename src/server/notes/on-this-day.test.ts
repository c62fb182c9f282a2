import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/test-app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the notes of this day in earlier years are told, as days are where a person is", async () => {
  const ann = await app.aUser("Ann");
  const bob = await app.aUser("Bob");
  const made: [title: string, createdAt: string][] = [
    ["A year ago", "2025-03-01T12:00:00Z"],
    ["Late in Oslo", "2024-02-29T23:30:00Z"],
    ["Leap day", "2024-02-29T12:00:00Z"],
    ["The day after", "2025-03-02T12:00:00Z"],
    ["The same year", "2026-03-01T12:00:00Z"],
  ];
  for (const [title, createdAt] of made) {
    const { id } = await ann.client.notes.create({ title });
    await app.database.asSuperuser("UPDATE notes_v2 SET created_at = $2 WHERE id = $1", [id, createdAt]);
  }
  const told = async (date: string, timeZone = "UTC") =>
    (await ann.client.notes.onThisDay({ date, timeZone })).notes.map(({ title }) => title);
  expect(await told("2026-03-01")).toEqual(["A year ago"]);
  expect(await told("2026-03-01", "Europe/Oslo")).toEqual(["A year ago", "Late in Oslo"]);
  expect(await told("2028-02-29")).toEqual(["Late in Oslo", "Leap day"]);
  expect(await told("2027-02-28")).toEqual([]);
  const [first] = (await ann.client.notes.onThisDay({ date: "2026-03-01", timeZone: "UTC" })).notes;
  await ann.client.notes.remove({ noteId: first!.id });
  expect(await told("2026-03-01")).toEqual([]);
  expect((await bob.client.notes.onThisDay({ date: "2028-02-29", timeZone: "UTC" })).notes).toEqual([]);
  await expect(ann.client.notes.onThisDay({ date: "2026-03-01", timeZone: "Mars" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
