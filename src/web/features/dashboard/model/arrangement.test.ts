import { expect, test } from "vitest";
import type { LayoutConfig } from "#contract/layouts.ts";
import { PANELS } from "#contract/shared/dashboard.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import {
  addSelected,
  followDesktop,
  hiddenOn,
  moveWidget,
  movedBefore,
  placeInPanel,
  removeWidget,
  type ScreenKind,
  setHidden,
  setProps,
  setSize,
  slotsOf,
  stepOf,
  type Target,
} from "./arrangement.ts";
import { BARE, BUILT_IN, UNCHANGED } from "./built-in.ts";

/** "topLeft task-list" for each place, in the order of the screen. */
const shown = (config: LayoutConfig, screen: ScreenKind = "desktop") =>
  slotsOf(config, screen).map(({ id, componentKey }) => `${id} ${componentKey}`);

const START = [placeInPanel("topLeft", "task-list"), placeInPanel("topRight", "notes-summary")].reduce(
  (config, change) => change(config),
  BARE,
);
const WITH_FREE = addSelected("clock", "S")(addSelected("bookmarks", "M")(START));

test("an empty config shows the built-in arrangement, and an emptied one does not", () => {
  expect(shown(UNCHANGED)).toEqual(shown(BUILT_IN));
  expect(shown(BARE)).toEqual([]);
  const emptied = PANELS.reduce((config, panel) => removeWidget(panel)(config), UNCHANGED);
  expect(shown(emptied)).toEqual([]);
  const onlyFree = { ...UNCHANGED, gridLayout: addSelected("clock", "S")(BARE).gridLayout };
  expect(shown(removeWidget("clock")(onlyFree))).toEqual([]);
});

test("a component stands in one panel alone, and is selected once", () => {
  const moved = placeInPanel("bottomRight", "task-list")(START);
  expect(shown(moved)).toEqual(["topRight notes-summary", "bottomRight task-list"]);
  const again = addSelected("bookmarks", "L")(WITH_FREE);
  expect(shown(again).slice(2)).toEqual(["clock clock", "bookmarks bookmarks"]);
  expect(slotsOf(again, "desktop").at(-1)!.size).toBe("L");
});

test("on a desktop a moved widget changes places with what stands there", () => {
  const swapped = moveWidget("desktop", "topLeft", { panel: "topRight" })(WITH_FREE);
  expect(shown(swapped).slice(0, 2)).toEqual(["topLeft notes-summary", "topRight task-list"]);
  const intoPanel = moveWidget("desktop", "clock", { panel: "topLeft" })(WITH_FREE);
  expect(shown(intoPanel)).toEqual([
    "topLeft clock",
    "topRight notes-summary",
    "bookmarks bookmarks",
    "task-list task-list",
  ]);
  const out = moveWidget("desktop", "topRight", { before: "bookmarks" })(WITH_FREE);
  expect(shown(out)).toEqual([
    "topLeft task-list",
    "notes-summary notes-summary",
    "bookmarks bookmarks",
    "clock clock",
  ]);
});

test("a small screen orders, hides and resizes for itself, and follows the desktop in everything else", () => {
  const moved = moveWidget("mobile", "clock", { before: "topLeft" })(WITH_FREE);
  expect(shown(moved, "mobile")[0]).toBe("clock clock");
  expect(shown(moved)).toEqual(shown(WITH_FREE));
  const hidden = setHidden("mobile", "topLeft", true)(moved);
  expect(shown(hidden, "mobile")).not.toContain("topLeft task-list");
  expect(hiddenOn(hidden, "mobile").map(({ id }) => id)).toEqual(["topLeft"]);
  expect(shown(hidden, "tablet")).toEqual(shown(WITH_FREE));
  const sized = setSize("tablet", "clock", "L")(hidden);
  expect(slotsOf(sized, "tablet").at(-1)!.size).toBe("L");
  expect(slotsOf(sized, "desktop").at(-1)!.size).toBe("S");
  // One that is added later stands behind those that have a place.
  const later = addSelected("countdown", "S")(sized);
  expect(shown(later, "mobile").at(-1)).toBe("countdown countdown");
  expect(shown(followDesktop("mobile")(later), "mobile")).toEqual(shown(later));
});

test("what a small screen says of a widget follows it wherever a desktop moves it, and goes with it", () => {
  const quiet = setSize("mobile", "topRight", "L")(setHidden("mobile", "topLeft", true)(WITH_FREE));
  const hidden = (config: LayoutConfig) => hiddenOn(config, "mobile").map(({ componentKey }) => componentKey);
  const large = (config: LayoutConfig) =>
    slotsOf(config, "mobile").flatMap(({ size, componentKey }) => (size === "L" ? componentKey : []));
  const moves: Target[] = [{ panel: "topRight" }, { panel: "bottomLeft" }, { before: "clock" }];
  for (const target of moves) {
    const moved = moveWidget("desktop", "topLeft", target)(quiet);
    expect([hidden(moved), large(moved)]).toEqual([["task-list"], ["notes-summary"]]);
  }
  const replaced = moveWidget("desktop", "clock", { panel: "topLeft" })(quiet);
  expect([hidden(replaced), large(replaced)]).toEqual([["task-list"], ["notes-summary"]]);
  const elsewhere = placeInPanel("bottomRight", "task-list")(quiet);
  expect(hidden(elsewhere)).toEqual(["task-list"]);
  const gone = addSelected("countdown", "S")(removeWidget("topLeft")(quiet));
  expect(hidden(placeInPanel("topLeft", "countdown")(gone))).toEqual([]);
  // Ids may be words that every object knows.
  const odd = { ...quiet.gridLayout.widgets[0]!, id: "toString" };
  const withOdd = { ...quiet, gridLayout: { ...quiet.gridLayout, widgets: [odd] } };
  expect(slotsOf(withOdd, "mobile").at(-1)).toMatchObject({ id: "toString", size: "M" });
});

test("arrow keys lead through the panels, out of them and back", () => {
  expect(stepOf(WITH_FREE, "desktop", "topLeft", 1)).toEqual({ panel: "topRight" });
  expect(stepOf(WITH_FREE, "desktop", "topLeft", -1)).toBeNull();
  expect(stepOf(WITH_FREE, "desktop", "bottomRight", 1)).toEqual({ before: "bookmarks" });
  expect(stepOf(WITH_FREE, "desktop", "bookmarks", -1)).toEqual({ panel: "bottomRight" });
  expect(stepOf(WITH_FREE, "desktop", "bookmarks", 1)).toEqual({ before: null });
  expect(stepOf(WITH_FREE, "desktop", "clock", 1)).toBeNull();
  expect(stepOf(WITH_FREE, "mobile", "topRight", -1)).toEqual({ before: "topLeft" });
});

test("an item is put before another, or at the end", () => {
  expect(movedBefore(["a", "b", "c"], "c", "a")).toEqual(["c", "a", "b"]);
  expect(movedBefore(["a", "b", "c"], "a", null)).toEqual(["b", "c", "a"]);
  expect(movedBefore(["a", "b"], "a", "a")).toEqual(["a", "b"]);
  expect(movedBefore(["a", "b"], "a", "gone")).toEqual(["b", "a"]);
});

test(`whatever is done in whatever order, no widget is lost or doubled (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let round = 0; round < 200; round++) {
    let config = WITH_FREE;
    for (let step = 0; step < 20; step++) {
      const screen = one(["desktop", "tablet", "mobile"] as const);
      const slots = slotsOf(config, screen);
      const slot = one(slots);
      const target: Target = one([
        { panel: one(PANELS) },
        { before: null },
        { before: one(slots).id },
      ] as const);
      const before = slotsOf(config, "desktop").map(({ componentKey }) => componentKey);
      config = moveWidget(screen, slot.id, target)(setProps(slot.id, { step })(config));
      const after = slotsOf(config, "desktop").map(({ componentKey }) => componentKey);
      expect(after.toSorted()).toEqual(before.toSorted());
      const ids = slotsOf(config, screen).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  }
});
