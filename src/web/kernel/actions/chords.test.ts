import { expect, test } from "vitest";
import { chordOf, clash, isKeptByBrowser, type Press } from "./chords.ts";

const press = (key: string, code: string, held = ""): Press => ({
  key,
  code,
  ctrlKey: held.includes("C"),
  metaKey: held.includes("M"),
  shiftKey: held.includes("S"),
  altKey: held.includes("A"),
});

test.each([
  [press("k", "KeyK", "C"), "Mod+K"],
  [press("k", "KeyK", "M"), "Mod+K"],
  [press("D", "KeyD", "CS"), "Mod+Shift+D"],
  [press("g", "KeyG"), "g"],
  [press("?", "Slash", "S"), "?"],
  [press("?", "Minus", "S"), "?"],
  [press("/", "Digit7", "S"), "/"],
  [press("F2", "F2"), "F2"],
  [press("Delete", "Delete"), "Delete"],
  [press(" ", "Space", "C"), "Mod+Space"],
  [press("л", "KeyK", "C"), "Mod+K"],
  [press("Л", "KeyK", "CS"), "Mod+Shift+K"],
  [press("п", "KeyG"), "g"],
  [press("ж", "Semicolon"), ";"],
  [press("é", "Digit2"), "é"],
  [press("b", "KeyN", "C"), "Mod+B"],
  [press("!", "Digit1", "CS"), "Mod+Shift+1"],
])("%o is %s", (event, chord) => {
  expect(chordOf(event)).toBe(chord);
});

test.each(["Control", "Shift", "Alt", "Meta", "AltGraph", "Dead"])("%s alone is no chord", (key) => {
  expect(chordOf(press(key, key))).toBeNull();
});

test.each([
  ["Mod+N", true],
  ["Mod+Shift+N", true],
  ["Mod+K", false],
  ["g n", false],
])("%s is kept by browsers: %s", (keys, isKept) => {
  expect(isKeptByBrowser(keys)).toBe(isKept);
});

test("a key clashes with itself and with the sequences it begins", () => {
  expect([clash("g d", "g d"), clash("g", "g d"), clash("g d", "g"), clash("g d", "g e")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
