import type { FreeWidget, LayoutConfig, PlacedWidget } from "#contract/layouts.ts";
import { shownConfig } from "./built-in.ts";
import { isSame } from "./take-back.ts";

type Placed = PlacedWidget | FreeWidget;

const allOf = ({ components, gridLayout }: LayoutConfig): Placed[] => [
  ...Object.values(components),
  ...gridLayout.widgets,
];
const keysOf = (config: LayoutConfig) =>
  new Set(allOf(config).flatMap(({ component_key: key, enabled }) => (enabled ? [key] : [])));

/** Which component stands where, without its settings and size. */
const placesOf = ({ components, gridLayout }: LayoutConfig) => ({
  panels: Object.entries(components)
    .flatMap(([panel, { component_key: key, enabled }]) => (enabled ? [`${panel} ${key}`] : []))
    .toSorted(),
  free: gridLayout.widgets.flatMap(({ id, component_key: key, enabled }) =>
    enabled ? [`${id} ${key}`] : [],
  ),
});

/** Of what each name stands for: as it was changed here, else as it is now. */
function merged<Value>(
  now: Readonly<Record<string, Value>>,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const result = { ...now };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSame(before[name], after[name])) continue;
    const own = after[name];
    if (own === undefined) delete result[name];
    else result[name] = own;
  }
  return result;
}

/** By component: what is the same wherever it stands. */
const byKey = <Value>(
  config: LayoutConfig,
  read: (placed: Placed) => Value | undefined,
): Record<string, Value> =>
  Object.fromEntries(
    allOf(config).flatMap((placed) => {
      const value = read(placed);
      return value === undefined ? [] : [[placed.component_key, value]];
    }),
  );
const propsOf = (config: LayoutConfig) => byKey(config, ({ props }) => props);
const sizesOf = (config: LayoutConfig) =>
  byKey(config, (placed) => ("size" in placed ? placed.size : undefined));

/**
 * One change made again on what others have made of a config meanwhile. Who moved something says where all stand; what others added or took
 * off stays so, and settings, sizes and arrangements are each as they were changed last. No widget is lost or stands twice.
 */
export function madeAgain(now: LayoutConfig, before: LayoutConfig, after: LayoutConfig): LayoutConfig {
  if (isSame(now, before)) return after;
  const [is, was, became] = [now, before, after].map(shownConfig) as [
    LayoutConfig,
    LayoutConfig,
    LayoutConfig,
  ];
  const placed = isSame(placesOf(was), placesOf(became)) ? is : withOthers(is, was, became);
  const [props, sizes] = [
    merged(propsOf(is), propsOf(was), propsOf(became)),
    merged(sizesOf(is), sizesOf(was), sizesOf(became)),
  ];
  const set = <One extends Placed>(one: One): One => ({
    ...one,
    props: props[one.component_key] ?? one.props,
  });
  return {
    components: Object.fromEntries(
      Object.entries(placed.components).map(([panel, one]) => [panel, set(one)]),
    ),
    panelSizes: merged(is.panelSizes, was.panelSizes, became.panelSizes),
    gridLayout: {
      widgets: placed.gridLayout.widgets.map((one) => ({
        ...set(one),
        size: sizes[one.component_key] ?? one.size,
      })),
      arrangements: merged(
        is.gridLayout.arrangements,
        was.gridLayout.arrangements,
        became.gridLayout.arrangements,
      ),
    },
  };
}

/** Where everything stands after a move, with what others have added meanwhile behind it and without what they took off. */
function withOthers(is: LayoutConfig, was: LayoutConfig, became: LayoutConfig): LayoutConfig {
  const [now, before, after] = [keysOf(is), keysOf(was), keysOf(became)];
  const isGone = (key: string) => before.has(key) && !now.has(key);
  const isNew = ({ component_key: key, enabled }: Placed) => enabled && !before.has(key) && !after.has(key);
  const ids = new Set(became.gridLayout.widgets.map(({ id }) => id));
  const added = allOf(is)
    .filter(isNew)
    .map((one): FreeWidget => ({ size: "M", id: one.component_key.slice(0, 40), ...one }))
    .filter(({ id }) => !ids.has(id));
  return {
    ...became,
    components: Object.fromEntries(
      Object.entries(became.components).map(([panel, one]) => [
        panel,
        isGone(one.component_key) ? { ...one, enabled: false } : one,
      ]),
    ),
    gridLayout: {
      ...became.gridLayout,
      widgets: [...became.gridLayout.widgets.filter(({ component_key: key }) => !isGone(key)), ...added],
    },
  };
}
