import { expect, test } from "vitest";
import { saveWords } from "./save-words.ts";

test.each([
  [{ kind: "saving" }, /^Saving\.\.\.$/],
  [{ kind: "saved", at: null }, /^Saved$/],
  [{ kind: "saved", at: new Date(2026, 10, 21, 10, 42) }, /^Saved 10:42/],
  [{ kind: "offline", waiting: 0 }, /^Offline$/],
  [{ kind: "offline", waiting: 13 }, /^Offline, 1 note waiting$/],
  [{ kind: "full", waiting: 3 }, /^Out of space, 1 note waiting$/],
  [{ kind: "not-saved-here", reason: "quota" }, /^Not saved on this device$/],
] as const)("%o is said in words", (save, words) => {
  expect(saveWords(save)).toMatch(words);
});

test("what takes long to save is said to be kept on this device", () => {
  expect(saveWords({ kind: "saving" }, true)).toBe("Still saving; kept on this device");
  expect(saveWords({ kind: "saved", at: null }, true)).toBe("Saved");
});

test("what waits is counted in notes", () => {
  expect(saveWords({ kind: "offline", waiting: 13 }, false, 2)).toBe("Offline, 2 notes waiting");
  expect(saveWords({ kind: "full", waiting: 3 }, false, 2)).toBe("Out of space, 2 notes waiting");
});
