import { expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { changedNote } from "./many-notes.ts";

const note = {
  id: "1",
  tags: ["home", "trip"],
  folderId: "here",
  isFavorite: false,
  trashedAt: null,
  updatedAt: "2026-01-01T00:00:00.000Z",
} as unknown as Note;
const now = "2026-02-02T00:00:00.000Z";

test("only what a change names is changed, and a move is no change of the text", () => {
  expect(changedNote(note, { folderId: null }, now)).toEqual({ ...note, folderId: null });
  expect(changedNote(note, { isFavorite: true }, now)).toEqual({ ...note, isFavorite: true });
});

test("tags come at the end, each once, and those to be removed go", () => {
  const { tags, updatedAt } = changedNote(note, { addTags: ["trip", "new"], removeTags: ["home"] }, now);
  expect(updatedAt).toBe(now);
  expect(tags).toEqual(["trip", "new"]);
});

test("a deletion leaves the day of the last change alone", () => {
  expect(changedNote(note, { isTrashed: true }, now)).toEqual({ ...note, trashedAt: now });
});
