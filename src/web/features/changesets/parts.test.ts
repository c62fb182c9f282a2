import { expect, test } from "vitest";
import { canGo, countStates, isMeant, keyOf, refOf, summaryWords } from "./parts.ts";
import { sourceWords } from "./source-words.ts";

test("a summary counts in plain words and leaves out what there is none of", () => {
  expect(summaryWords({ proposed: 2, changed: 1, applied: 2, refused: 1 })).toBe(
    "3 wait, 2 accepted, 1 refused",
  );
  expect(summaryWords({ proposed: 1 })).toBe("1 waits");
  expect(summaryWords({ undone: 1, merged: 2, kept: 1, gone: 1 })).toBe(
    "3 undone, 1 kept, 1 can no longer be written",
  );
  expect(summaryWords(countStates([]))).toBe("");
});

test("a button for all means what nobody has decided about; one for a change takes back a decision as well", () => {
  expect(
    ["proposed", "changed", "refused", "undone"].map((state) => isMeant("apply", state as never)),
  ).toEqual([true, true, false, false]);
  expect(canGo("apply", "refused")).toBe(true);
  expect(canGo("apply", "undone")).toBe(true);
  expect(canGo("refuse", "applied")).toBe(false);
  expect(canGo("undo", "kept")).toBe(true);
  expect(canGo("undo", "gone")).toBe(false);
});

test.each([{ record: 3 }, { noteId: "0199-a", part: 12 }])("%j is found again by its key", (ref) => {
  expect(refOf(keyOf(ref))).toEqual(ref);
});

test("where it came from names the model that made it", () => {
  expect(sourceWords({ kind: "chat", model: "llama" })).toBe("From Chat, by llama");
  expect(sourceWords({ kind: "import" })).toBe("From an import");
});
