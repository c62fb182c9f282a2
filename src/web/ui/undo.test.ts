import { afterEach, beforeEach, expect, test } from "vitest";
import { toast, useToast } from "./toast-store.ts";
import { canUndo, keepUndos, undoLast } from "./undo.ts";

let stop: () => void;
beforeEach(() => void (stop = keepUndos()));
afterEach(() => stop());

test("Ctrl+Z undoes the last undoable act, also after its toast was replaced, and each act once", () => {
  const undone: string[] = [];
  toast.undoable("Note deleted successfully", () => undone.push("note"));
  toast.undoable("Folder deleted successfully", () => undone.push("folder"));
  toast.info("Search opened");
  expect([undoLast(), undoLast(), undoLast()]).toEqual([true, true, false]);
  expect(undone).toEqual(["folder", "note"]);
  expect(useToast.getState().toast?.message).toBe("Search opened");
});

test("an Undo that was pressed in the toast is not done again by Ctrl+Z", () => {
  let times = 0;
  toast.undoable("Note deleted successfully", () => (times += 1));
  useToast.getState().toast!.action!.run();
  expect(undoLast()).toBe(false);
  expect(times).toBe(1);
});

test("the next person undoes nothing of the last one's", () => {
  toast.undoable("Note deleted successfully", () => {});
  stop();
  expect(canUndo()).toBe(false);
});
