import { expect, test } from "vitest";
import type { Note } from "#contract/notes.ts";
import { type Lists, placed } from "./paged-lists.ts";

const note = (id: string, day: number, more: Partial<Note> = {}) =>
  ({
    id,
    title: id,
    tags: [],
    folderId: null,
    trashedAt: null,
    isForeign: false,
    wordCount: day,
    createdAt: `2026-01-0${day}`,
    updatedAt: `2026-01-0${day}`,
    ...more,
  }) as unknown as Note;

const lists = (nextCursor: string | null): Lists => ({
  pages: [
    { notes: [note("e", 5), note("d", 4)], nextCursor: "x" },
    { notes: [note("c", 3), note("b", 2)], nextCursor },
  ] as Lists["pages"],
  pageParams: [],
});
const ids = ({ pages }: Lists) => pages.map((page) => page.notes.map(({ id }) => id).join("")).join("|");

test.each([
  ["changed last, it comes to the top", "b", note("b", 9), "bed|c"],
  ["what is new comes to its place", "n", note("n", 3, { updatedAt: "2026-01-03T5" }), "ed|ncb"],
  ["what is gone leaves", "d", null, "e|cb"],
  ["what is in the trash leaves", "d", note("d", 4, { trashedAt: "2026-01-05" }), "e|cb"],
  ["what lies below the loaded pages is not shown", "a", note("a", 1), "ed|cb"],
])("%s", (_name, id, changed, expected) => {
  expect(ids(placed(lists("more"), { trashed: false }, id, changed))).toBe(expected);
});

test("at the end of the whole list there is room, and other orders have other places", () => {
  expect(ids(placed(lists(null), {}, "a", note("a", 1)))).toBe("ed|cba");
  const byTitle: Lists = { ...lists(null), pages: lists(null).pages.map((page) => ({ ...page })) };
  byTitle.pages = [{ ...byTitle.pages[0]!, notes: [note("a", 1), note("d", 4)], nextCursor: null }];
  expect(ids(placed(byTitle, { sort: "title", order: "asc" }, "b", note("b", 9)))).toBe("abd");
  expect(ids(placed(byTitle, { folderId: "other" } as never, "b", note("b", 9)))).toBe("ad");
});
