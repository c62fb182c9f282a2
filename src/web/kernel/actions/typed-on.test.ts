import { expect, test } from "vitest";
import { createTypedOn } from "./typed-on.ts";

const letter = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

test("letters of a run whose field is gone are known until the writer pauses", () => {
  let time = 0;
  const typedOn = createTypedOn(() => time);
  expect(typedOn.press(letter("c"), false)).toBe(false);
  expect(typedOn.press(letter("a"), true)).toBe(false);
  for (const key of "bc ?") {
    time += 8_000;
    expect(typedOn.press(letter(key), false)).toBe(true);
  }
  time += 12_000;
  expect(typedOn.press(letter("c"), false)).toBe(false);
});

test("a run ends with a key that is no letter, with a pointer, and with Ctrl", () => {
  const typedOn = createTypedOn(() => 0);
  const ends = [
    () => typedOn.press(letter("Escape"), true),
    () => typedOn.press(letter("k", true), true),
    () => typedOn.end(),
  ];
  for (const end of ends) {
    typedOn.press(letter("a"), true);
    end();
    expect(typedOn.press(letter("c"), false)).toBe(false);
  }
});
