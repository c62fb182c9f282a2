import { expect, test } from "vitest";
import { LayoutConfig } from "#contract/layouts.ts";
import { BUILT_IN, STARTS } from "./built-in.ts";
import { moveWidget, setHidden, setSize } from "./arrangement.ts";
import { readConfig } from "./read-config.ts";

const parsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

test("what was exported is read as it was", () => {
  const arranged = setHidden(
    "mobile",
    "topLeft",
    true,
  )(setSize("tablet", "clock", "L")(moveWidget("mobile", "clock", { before: "topLeft" })(STARTS.lead)));
  for (const config of [BUILT_IN, ...Object.values(STARTS), arranged])
    expect(readConfig(parsed(config))).toEqual(config);
});

test("whatever a file says, what is read of it is what the server takes", () => {
  const odd: unknown[] = [
    {},
    { components: 7, panelSizes: [], gridLayout: null },
    {
      components: {
        topLeft: { component_key: "../x" },
        nowhere: { component_key: "clock" },
        topRight: "clock",
      },
    },
    {
      gridLayout: {
        widgets: [
          {},
          null,
          { id: "a", component_key: "clock", size: "XL", props: 3 },
          { id: "a", component_key: "clock" },
        ],
      },
    },
    {
      gridLayout: {
        widgets: "none",
        arrangements: { mobile: { order: "a", hidden: [1], sizes: { a: "S", b: 4 } }, watch: {} },
      },
    },
    { panelSizes: { topSection: "25", leftPanels: 400, rightPanels: 30, "<b>": 3 } },
    { ["__proto__"]: { components: {} }, components: { constructor: { component_key: "clock" } } },
  ];
  for (const given of odd) {
    const config = readConfig(parsed(given));
    expect(LayoutConfig.parse(config)).toEqual(config);
  }
  const ids = (widgets: unknown[]) =>
    readConfig(parsed({ gridLayout: { widgets } })).gridLayout.widgets.map(({ id }) => id);
  const clock = { component_key: "clock" };
  expect(ids([{ id: "a", ...clock }, { id: "a", ...clock }, { id: "topLeft", ...clock }, {}])).toEqual([
    "a",
    "a-2",
    "topLeft-2",
  ]);
});
