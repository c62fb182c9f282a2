import { expect, test } from "vitest";
import { extended, NOTHING, toggled } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const of = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join("");

test("a row is selected and let go of again", () => {
  const one = toggled(NOTHING, "b");
  expect(of(one)).toBe("b");
  expect(of(toggled(one, "b"))).toBe("");
});

test("a range reaches from the row chosen last in either direction, and shrinks again", () => {
  const begun = toggled(NOTHING, "c");
  expect(of(extended(begun, order, "e"))).toBe("cde");
  expect(of(extended(begun, order, "a"))).toBe("abc");
  expect(of(extended(extended(begun, order, "e"), order, "d"))).toBe("cd");
});

test("a range keeps what was selected before it", () => {
  const begun = toggled(toggled(NOTHING, "a"), "d");
  expect(of(extended(begun, order, "e"))).toBe("ade");
  expect(of(extended(extended(begun, order, "b"), order, "d"))).toBe("ad");
});

test("a range from nowhere is the note itself, and one to a note that has gone is nothing new", () => {
  expect(of(extended(NOTHING, order, "c"))).toBe("c");
  expect(of(extended({ ...NOTHING, anchor: "gone" }, order, "c"))).toBe("c");
  expect(of(extended(toggled(NOTHING, "b"), order, "gone"))).toBe("b");
});
