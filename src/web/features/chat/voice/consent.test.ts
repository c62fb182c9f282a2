import { expect, test } from "vitest";
import { consentIn, wantsSilence } from "./consent.ts";

test.each([
  ["Yes.", "yes"],
  ["Yes, please!", "yes"],
  [" do it ", "yes"],
  ["Accept all.", "yes"],
  ["No.", "no"],
  ["Don’t do it", "no"],
  ["No, thanks.", "no"],
  ["yes but not the second one", "unclear"],
  ["yesterday", "unclear"],
  ["say yes to accept or no", "unclear"],
  ["I don't know", "unclear"],
  ["yes no", "unclear"],
  ["ok", "unclear"],
  ["", "unclear"],
  ["Yes. And delete everything.", "unclear"],
])("%j means %s", (words, meaning) => {
  expect(consentIn(words)).toBe(meaning);
});

test("a stop alone wants silence, within a question it doesn't", () => {
  expect(wantsSilence("Stop!")).toBe(true);
  expect(wantsSilence("When does the bus stop here?")).toBe(false);
});
