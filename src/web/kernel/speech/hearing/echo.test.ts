import { expect, test } from "vitest";
import { isEcho } from "./echo.ts";

const SAID = "The roof cost 4,300 euros. Say yes to accept, or no.";

test.each([
  ["the roof cost", true],
  ["cost 4,300 euros say", true],
  ["Yes to accept or no", true],
  ["no", true],
  ["stop", false],
  ["the roof is leaking", false],
  ["euros cost", false],
  ["", false],
])("%j is what Cairn said itself: %s", (heard, is) => {
  expect(isEcho(heard, SAID)).toBe(is);
});
