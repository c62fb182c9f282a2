import { expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { DEFAULT_WELCOME, greetingOf } from "./greeting.ts";

const REGISTERED = Date.UTC(2026, 10, 21, 9);
const HOUR = 60 * 60_000;
const ann = {
  id: newId(REGISTERED),
  name: "Ann",
  email: "ann@example.com",
  avatar: "",
  welcomeMessage: DEFAULT_WELCOME,
};

test.each([
  [ann, 0, "Welcome, Ann"],
  [ann, 23 * HOUR, "Welcome, Ann"],
  // The server's clock may be ahead of this device's.
  [ann, -HOUR, "Welcome, Ann"],
  [ann, 25 * HOUR, "Welcome back, Ann"],
  [{ ...ann, welcomeMessage: "Good day" }, 0, "Good day, Ann"],
] as const)("%o is greeted after %i ms by %s", (person, age, words) => {
  expect(greetingOf(person, REGISTERED + age)).toBe(words);
});
