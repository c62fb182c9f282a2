import { expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { blankNote } from "../../../kernel/notes/note-mutations.ts";
import type { Lists } from "./paged-lists.ts";
import { withUnsent } from "./unsent-notes.ts";

const listsOf = (...notes: Note[]): Lists => ({
  pages: [{ notes, nextCursor: null }],
  pageParams: [undefined],
});
const idsIn = (lists: Lists) => lists.pages[0]!.notes.map(({ id }) => id);
const note = (id: string, rest: Partial<Note> = {}): Note => ({ ...blankNote(id, null), ...rest });

test("a note that waits for the server stands at its place in the lists that it belongs to, and in no other", () => {
  const old = note("old", { updatedAt: "2026-01-01T00:00:00.000Z" });
  const unsent = { note: note("new"), sentAt: null };
  expect(idsIn(withUnsent(listsOf(old), {}, unsent))).toEqual(["new", "old"]);
  const favorites = listsOf(old);
  expect(withUnsent(favorites, { isFavorite: true }, unsent)).toBe(favorites);
  const listed = listsOf(unsent.note, old);
  expect(withUnsent(listed, {}, unsent)).toBe(listed);
});

test("its words stay on the row until the server has read them, and a note that was sent and is gone stays gone", () => {
  const sent = { note: note("new", { excerpt: "Seen from the train" }), sentAt: 1 };
  const [row] = withUnsent(listsOf(note("new", { title: "Of the server" })), {}, sent).pages[0]!.notes;
  expect(row).toMatchObject({ title: "Of the server", excerpt: "Seen from the train" });
  const read = listsOf(note("new", { excerpt: "Read by the server" }));
  expect(withUnsent(read, {}, sent)).toBe(read);
  const empty = listsOf();
  expect(withUnsent(empty, {}, sent)).toBe(empty);
});
