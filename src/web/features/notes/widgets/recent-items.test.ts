import { expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { recentItems } from "./recent-items.ts";

const START = Date.parse("2026-05-01T12:00:00Z");
const noteOf = (id: string, createdS: number, updatedS: number) =>
  ({
    id,
    createdAt: new Date(START + createdS * 1000).toISOString(),
    updatedAt: new Date(START + updatedS * 1000).toISOString(),
  }) as Note;
const told = (notes: Note[]) => recentItems(notes).map(({ kind, note }) => `${kind} ${note.id}`);

test("a note counts as made until it is changed a minute later, and two of those are shown at most", () => {
  const notes = [noteOf("d", 400, 459), noteOf("c", 300, 300), noteOf("b", 200, 200), noteOf("a", 0, 60)];
  expect(told(notes)).toEqual(["created d", "created c", "edited a"]);
});

test("five in all, of the five changed last, newest first by what was done", () => {
  const edited = Array.from({ length: 7 }, (_, index) => noteOf(`e${index}`, 0, 1000 - index));
  expect(told(edited)).toEqual(["edited e0", "edited e1", "edited e2", "edited e3", "edited e4"]);
  // Changed within its first minute, it stands where it was made.
  expect(told([noteOf("new", 2000, 2030), ...edited])).toEqual([
    "created new",
    "edited e0",
    "edited e1",
    "edited e2",
    "edited e3",
  ]);
});
