import { expect, test } from "vitest";
import { PANELS } from "#contract/shared/dashboard.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import {
  addSelected,
  hiddenOn,
  moveWidget,
  placeInPanel,
  removeWidget,
  setHidden,
  setPanelSizes,
  setProps,
  setSize,
  slotsOf,
} from "./arrangement.ts";
import { BARE, UNCHANGED } from "./built-in.ts";
import { madeAgain } from "./made-again.ts";

const START = addSelected(
  "clock",
  "S",
)(addSelected("bookmarks", "M")(placeInPanel("topLeft", "task-list")(BARE)));

test("a change that comes late is made of what others have done: what was set elsewhere, added and removed stays so", () => {
  const meanwhile = removeWidget("clock")(
    addSelected("countdown", "S")(setProps("bookmarks", { links: "a.org" })(START)),
  );
  const keys = (config: typeof START) => config.gridLayout.widgets.map(({ id }) => id);
  for (const mine of [
    moveWidget("desktop", "topLeft", { panel: "topRight" }),
    setSize("desktop", "bookmarks", "L"),
    setPanelSizes({ leftPanels: 70 }),
  ]) {
    const both = madeAgain(meanwhile, START, mine(START));
    expect(keys(both)).toEqual(["bookmarks", "countdown"]);
    expect(both.gridLayout.widgets[0]!.props).toEqual({ links: "a.org" });
  }
  // Also where the widget itself was moved into a panel.
  const moved = madeAgain(meanwhile, START, moveWidget("desktop", "bookmarks", { panel: "topRight" })(START));
  expect(moved.components.topRight).toMatchObject({ component_key: "bookmarks", props: { links: "a.org" } });
  expect(keys(moved)).toEqual(["countdown"]);
  // The same settings changed by both: the later one holds.
  const mine = setProps("bookmarks", { links: "b.org" })(START);
  expect(madeAgain(meanwhile, START, mine).gridLayout.widgets[0]!.props).toEqual({ links: "b.org" });
  expect(madeAgain(START, START, mine)).toEqual(mine);
});

test("what somebody took off does not come back with another's move", () => {
  const moved = moveWidget("desktop", "topLeft", { panel: "bottomRight" })(UNCHANGED);
  const both = madeAgain(removeWidget("topRight")(UNCHANGED), UNCHANGED, moved);
  const keys = slotsOf(both, "desktop").map(({ componentKey }) => componentKey);
  expect(keys).not.toContain("calendar-widget");
  expect(keys.at(-1)).toBe("task-list");
});

test(`two who move things at once lose no widget and double none (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const keysOf = (config: typeof START) =>
    slotsOf(config, "desktop")
      .map(({ componentKey }) => componentKey)
      .toSorted();
  const moved = (config: typeof START) => {
    const slots = slotsOf(config, "desktop");
    const slot = slots[Math.floor(random() * slots.length)]!;
    const panel = PANELS[Math.floor(random() * PANELS.length)]!;
    return moveWidget("desktop", slot.id, random() < 0.7 ? { panel } : { before: null })(config);
  };
  for (let round = 0; round < 300; round++) {
    const begin = addSelected("clock", "S")(UNCHANGED);
    const [mine, theirs] = [moved(moved(begin)), moved(moved(begin))];
    expect(keysOf(madeAgain(theirs, begin, mine))).toEqual(keysOf(begin));
    // A chain of changes that waited, the first of which has not arrived.
    const second = moved(mine);
    expect(keysOf(madeAgain(begin, mine, second))).toEqual(keysOf(begin));
  }
});

test("of a component that stands twice each keeps its own settings, and one whose id is taken is added all the same", () => {
  const twice = addSelected(
    "bookmarks",
    "M",
  )(setProps("topLeft", { links: "a.org" })(placeInPanel("topLeft", "bookmarks")(UNCHANGED)));
  const resized = setPanelSizes({ leftPanels: 40 })(twice);
  const both = madeAgain(setPanelSizes({ topSection: 30 })(twice), twice, resized);
  expect(both.components.topLeft!.props).toEqual({ links: "a.org" });
  expect(both.gridLayout.widgets[0]!.props).toEqual({});

  const users = {
    id: "stats-revenue",
    component_key: "stats-users",
    enabled: true,
    props: {},
    size: "S" as const,
  };
  const begin = { ...UNCHANGED, gridLayout: { widgets: [users], arrangements: {} } };
  const withClock = addSelected("clock", "S")(begin);
  const theirs = placeInPanel("topLeft", "stats-revenue")(withClock);
  const mine = moveWidget("desktop", "clock", { before: "stats-revenue" })(withClock);
  const keys = slotsOf(madeAgain(theirs, withClock, mine), "desktop").map(({ componentKey }) => componentKey);
  expect(keys.toSorted()).toEqual(["clock", "stats-revenue", "stats-users"]);
});

test("what a small screen hides stays hidden when a laptop moves it at the same moment", () => {
  const hide = setHidden("tablet", "topLeft", true);
  const swap = moveWidget("desktop", "topLeft", { panel: "middleRight" });
  for (const both of [
    madeAgain(swap(UNCHANGED), UNCHANGED, hide(UNCHANGED)),
    madeAgain(hide(UNCHANGED), UNCHANGED, swap(UNCHANGED)),
  ])
    expect(hiddenOn(both, "tablet").map(({ componentKey }) => componentKey)).toEqual(["task-list"]);
});
