import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areSame, fromAccount, keepWindows, keptWindows, sizeClassOf, toAccount } from "./kept-windows.ts";
import type { FloatingNote } from "./windows.ts";

const window: FloatingNote = {
  id: "w",
  noteId: "n",
  note: { title: "Soup", content: "Leek" },
  position: { x: 130, y: 130 },
  size: { width: 400, height: 300 },
  isMinimized: false,
  fill: "left",
};

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("windows are kept under their key for the one who opened them", () => {
  keepWindows({ userId: "ann", isUnsent: true, windows: [window] });
  expect([...kept.keys()]).toEqual(["cairn-floating-notes"]);
  expect(keptWindows("ann")).toEqual({ userId: "ann", isUnsent: true, windows: [window] });
  expect(keptWindows("bob").windows).toEqual([]);
});

test("what cannot be a window is left out, the rest stays", () => {
  for (const wrong of ["", "nonsense", "[]", "null", '{"userId":"ann"}']) {
    kept.set("cairn-floating-notes", wrong);
    expect(keptWindows("ann").windows).toEqual([]);
  }
  const broken = [null, {}, { ...window, position: { x: null, y: 0 } }, { ...window, fill: "sky" }, window];
  kept.set("cairn-floating-notes", JSON.stringify({ userId: "ann", windows: broken }));
  expect(keptWindows("ann").windows).toEqual([window]);
});

test("the account keeps places, not words, and gives them back to the windows", () => {
  const told = toAccount([window, { ...window, id: "v", noteId: "m", fill: null }]);
  expect(JSON.stringify(told)).not.toContain("Soup");
  expect(told[1]).not.toHaveProperty("fill");
  const [known, unknown] = fromAccount(told, [window]);
  expect(known).toEqual(window);
  expect(unknown).toMatchObject({ fill: null, note: { title: "", content: "" } });
});

test("the order of keys makes no difference, the order of windows does", () => {
  const [one] = toAccount([window]);
  const { size, ...rest } = one!;
  expect(areSame([one!], [{ size: { height: size.height, width: size.width }, ...rest }])).toBe(true);
  const other = { ...one!, id: "v" };
  expect(areSame([one!, other], [other, one!])).toBe(false);
});

test("three sizes of screen", () => {
  expect([768, 1199, 1200, 1799, 1800, 3840].map(sizeClassOf)).toEqual([
    "floatingSmall",
    "floatingSmall",
    "floatingMedium",
    "floatingMedium",
    "floatingLarge",
    "floatingLarge",
  ]);
});
