import { expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import {
  addSelected,
  moveWidget,
  placeInPanel,
  removeWidget,
  setPanelSizes,
  setProps,
  setSize,
} from "./arrangement.ts";
import { BARE, UNCHANGED } from "./built-in.ts";
import { isSame } from "./is-same.ts";
import { takenBack } from "./take-back.ts";

const START = addSelected(
  "clock",
  "S",
)(addSelected("bookmarks", "M")(placeInPanel("topLeft", "task-list")(BARE)));

test("nothing else was changed: everything is as before, also unchanged", () => {
  const after = removeWidget("topRight")(UNCHANGED);
  expect(takenBack(after, UNCHANGED, after)).toEqual(UNCHANGED);
});

test("what others changed meanwhile stays", () => {
  const mine = removeWidget("topLeft")(START);
  const both = setSize("desktop", "clock", "L")(setPanelSizes({ leftPanels: 70 })(mine));
  const back = takenBack(both, START, mine)!;
  expect(back.components.topLeft!.enabled).toBe(true);
  expect(back.panelSizes).toEqual({ leftPanels: 70 });
  expect(back.gridLayout.widgets.find(({ id }) => id === "clock")!.size).toBe("L");
  // The same of the built-in arrangement.
  const removed = removeWidget("topLeft")(UNCHANGED);
  const further = removeWidget("topRight")(removed);
  expect(takenBack(further, UNCHANGED, removed)!.components).toMatchObject({
    topLeft: { enabled: true },
    topRight: { enabled: false },
  });
});

test("what was changed again since is left alone", () => {
  const mine = setProps("clock", { zones: "Asia/Tokyo" })(START);
  expect(takenBack(setProps("clock", { zones: "" })(mine), START, mine)).toBeNull();
  const moved = moveWidget("desktop", "clock", { before: "bookmarks" })(START);
  expect(takenBack(addSelected("countdown", "S")(moved), START, moved)).toBeNull();
});

test("a widget comes back where it stood, and one that was added goes, whatever came behind", () => {
  const mine = removeWidget("bookmarks")(START);
  const back = takenBack(addSelected("countdown", "S")(mine), START, mine)!;
  expect(back.gridLayout.widgets.map(({ id }) => id)).toEqual(["bookmarks", "clock", "countdown"]);
  const added = addSelected("countdown", "S")(START);
  const gone = takenBack(setSize("desktop", "clock", "M")(added), START, added)!;
  expect(gone.gridLayout.widgets.map(({ id }) => id)).toEqual(["bookmarks", "clock"]);
});

test(`a change taken back right behind it leaves nothing of it (seed ${seed})`, () => {
  const random = randomFrom(seed);
  const changes = [
    removeWidget("clock"),
    addSelected("countdown", "M"),
    placeInPanel("topRight", "clock"),
    moveWidget("desktop", "topLeft", { panel: "bottomLeft" }),
    moveWidget("desktop", "bookmarks", { before: null }),
    moveWidget("mobile", "clock", { before: "topLeft" }),
    setPanelSizes({ topSection: 40 }),
  ];
  for (let round = 0; round < 100; round++) {
    const [one, other] = [
      changes[Math.floor(random() * changes.length)]!,
      changes[Math.floor(random() * changes.length)]!,
    ];
    const before = one(START);
    const after = other(before);
    expect(isSame(takenBack(after, before, after), before)).toBe(true);
  }
});
