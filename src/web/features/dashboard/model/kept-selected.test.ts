import { expect, test } from "vitest";
import { slotsOf } from "./arrangement.ts";
import { configOfKept, keptOf, readKept } from "./kept-selected.ts";
import { readConfig } from "./read-config.ts";

const widgets = [
  { id: "a", component_key: "clock", size: "S" },
  { id: "b", component_key: "rss", enabled: false },
  { id: "c", component_key: "bookmarks" },
];

test("what is selected is kept with its name and the moment it was first kept at", () => {
  const config = readConfig({ gridLayout: { widgets } });
  const nameOf = (key: string) => key.toUpperCase();
  const first = keptOf(config, nameOf, [], "at first");
  expect(first).toEqual([
    { id: "a", componentKey: "clock", name: "CLOCK", addedAt: "at first" },
    { id: "c", componentKey: "bookmarks", name: "BOOKMARKS", addedAt: "at first" },
  ]);
  const later = keptOf(config, nameOf, first.slice(1), "later");
  expect(later.map(({ addedAt }) => addedAt)).toEqual(["later", "at first"]);
  expect(readKept(JSON.stringify(later))).toEqual(later);
  expect(slotsOf(configOfKept(later), "desktop").map(({ componentKey }) => componentKey)).toEqual([
    "clock",
    "bookmarks",
  ]);
});

test("of what others have written there only what has id, key and name is read", () => {
  expect(readKept(null)).toEqual([]);
  expect(readKept("{")).toEqual([]);
  expect(readKept('{"id": "a"}')).toEqual([]);
  const whole = { id: "a", componentKey: "clock", name: "Clock" };
  expect(
    readKept(JSON.stringify([whole, null, 5, { ...whole, id: 5 }, { ...whole, name: null }, { id: "b" }])),
  ).toEqual([{ ...whole, addedAt: "" }]);
  // Nor is a key drawn that no component can have.
  expect(slotsOf(configOfKept([{ ...whole, componentKey: "<b>", addedAt: "" }]), "desktop")).toEqual([]);
});
