import { ORPCError } from "@orpc/client";
import { beforeEach, expect, test } from "vitest";
import { toast, useToast } from "../ui/toast-store.ts";
import {
  ChangedSince,
  forgetUndos,
  undoable,
  undoEntry,
  undoLast,
  canUndo,
  useUndos,
  withUndoWaiting,
} from "./undo.ts";

beforeEach(() => {
  forgetUndos();
  useToast.setState({ toast: null });
});

const said = () => useToast.getState().toast?.message;
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the last change is undone first, also after its toast was replaced, and each once", async () => {
  const undone: string[] = [];
  undoable("Note deleted successfully", async () => void undone.push("note"));
  undoable("Folder deleted successfully", async () => void undone.push("folder"));
  toast.info("Search opened");
  expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
  await settled();
  expect(undone).toEqual(["folder", "note"]);
  expect(said()).toBe("Undone: Note deleted successfully");
});

test("an Undo that was pressed in the toast is not done again by Ctrl+Z", async () => {
  let times = 0;
  undoable("Note deleted successfully", async () => void (times += 1));
  useToast.getState().toast!.action!.run();
  expect(undoLast()).toBe(false);
  await settled();
  expect(times).toBe(1);
});

test.each([new ChangedSince(), new ORPCError("CONFLICT", { status: 409 })])(
  "what was changed again since stays, and that is said",
  async (error) => {
    undoable("Note updated successfully", () => Promise.reject(error));
    expect(await undoEntry(useUndos.getState().entries[0]!.id)).toBe(false);
    expect(said()).toBe("Changed again since; not undone");
  },
);

test("an undo that failed can be tried again", async () => {
  let tries = 0;
  undoable("Note updated successfully", async () => {
    tries += 1;
    if (tries === 1) throw new ORPCError("INTERNAL", { status: 500 });
  });
  undoLast();
  await settled();
  const failed = useToast.getState().toast!;
  expect([failed.message, failed.action?.label]).toEqual(["Failed to undo", "Retry"]);
  failed.action!.run();
  await settled();
  expect(said()).toBe("Undone: Note updated successfully");
});

test("what was undone is done again by Redo", async () => {
  let redone = 0;
  undoable("Added to favorites", async () => undefined, { redo: () => (redone += 1) });
  undoLast();
  await settled();
  useToast.getState().toast!.action!.run();
  expect(redone).toBe(1);
});

test("the last twenty are kept, by the name a list needs", () => {
  for (let at = 1; at <= 21; at += 1)
    undoable("Note updated successfully", async () => undefined, { name: `Renamed ${at}` });
  expect(
    useUndos
      .getState()
      .entries.map(({ words }) => words)
      .slice(0, 2),
  ).toEqual(["Renamed 2", "Renamed 3"]);
  expect(useUndos.getState().entries).toHaveLength(20);
});

test("Ctrl+Z pressed while a change is on its way takes back that change, not the one before", async () => {
  const undone: string[] = [];
  undoable("Moved to Journal", async () => void undone.push("move"));
  let answer = () => {};
  const rename = async () => {
    await withUndoWaiting(new Promise<void>((done) => (answer = done)));
    undoable("Note updated successfully", async () => void undone.push("rename"));
  };
  const renaming = rename();
  expect(canUndo()).toBe(true);
  expect(undoLast()).toBe(true);
  await settled();
  expect(undone).toEqual([]);
  answer();
  await renaming;
  await settled();
  await settled();
  expect(undone).toEqual(["rename"]);
});

test("a change that has no answer yet can be undone, though there is no other", async () => {
  forgetUndos();
  expect(canUndo()).toBe(false);
  let answer = () => {};
  const change = withUndoWaiting(new Promise<void>((done) => (answer = done)));
  expect(canUndo()).toBe(true);
  answer();
  await change;
  expect(canUndo()).toBe(false);
});
