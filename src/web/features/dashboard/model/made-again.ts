import type { FreeWidget, LayoutConfig, PlacedWidget } from "#contract/layouts.ts";
import { PANELS } from "#contract/shared/dashboard.ts";
import { shownConfig } from "./built-in.ts";
import { freeId } from "./free-id.ts";
import { merged, mergedScreens, withIds } from "./merge-screens.ts";
import { isSame } from "./is-same.ts";

type Placed = PlacedWidget | FreeWidget;

/** Each with its id: of one in a panel the panel's name. */
const allOf = ({ components, gridLayout }: LayoutConfig): [id: string, placed: Placed][] => [
  ...Object.entries(components),
  ...gridLayout.widgets.map((widget): [string, Placed] => [widget.id, widget]),
];
const keysOf = (config: LayoutConfig) =>
  new Set(allOf(config).flatMap(([, { component_key: key, enabled }]) => (enabled ? [key] : [])));

/** Which component stands where, without its settings and size. */
const placesOf = ({ components, gridLayout }: LayoutConfig) => ({
  panels: Object.entries(components)
    .flatMap(([panel, { component_key: key, enabled }]) => (enabled ? [`${panel} ${key}`] : []))
    .toSorted(),
  free: gridLayout.widgets.flatMap(({ id, component_key: key, enabled }) =>
    enabled ? [`${id} ${key}`] : [],
  ),
});

/** Components of which one of these has two. */
function twofold(configs: readonly LayoutConfig[]): Set<string> {
  const twice = configs.flatMap((config) => {
    const keys = allOf(config).map(([, { component_key: key }]) => key);
    return keys.filter((key, index) => keys.indexOf(key) !== index);
  });
  return new Set(twice);
}

/** What a widget is called wherever it stands; one of two also by its place. */
type Names = (id: string, placed: Placed) => string;

const byName = <Value>(
  config: LayoutConfig,
  nameOf: Names,
  read: (placed: Placed) => Value | undefined,
): Record<string, Value> =>
  Object.fromEntries(
    allOf(config).flatMap(([id, placed]) => {
      const value = read(placed);
      return value === undefined ? [] : [[nameOf(id, placed), value]];
    }),
  );
const readProps = ({ props }: Placed) => props;
const readSize = (placed: Placed) => ("size" in placed ? placed.size : undefined);

/**
 * One change made again on what others have made of a config meanwhile. Who moved something says where all stand; what others added or took
 * off stays so, and settings, sizes and arrangements are each as they were changed last. No widget is lost or stands twice.
 */
export function madeAgain(now: LayoutConfig, before: LayoutConfig, after: LayoutConfig): LayoutConfig {
  if (isSame(now, before)) return after;
  const three = [now, before, after].map(shownConfig) as [LayoutConfig, LayoutConfig, LayoutConfig];
  const [is, was, became] = three;
  const twice = twofold(three);
  const nameOf: Names = (id, { component_key: key }) => (twice.has(key) ? `${id} ${key}` : key);
  const placed = isSame(placesOf(was), placesOf(became)) ? is : withOthers(is, was, became);
  const by = <Value>(read: (one: Placed) => Value | undefined) =>
    merged(byName(is, nameOf, read), byName(was, nameOf, read), byName(became, nameOf, read));
  const [props, sizes] = [by(readProps), by(readSize)];
  const set = <One extends Placed>(id: string, one: One): One => ({
    ...one,
    props: props[nameOf(id, one)] ?? one.props,
  });
  const ids = new Map(allOf(placed).map(([id, one]) => [nameOf(id, one), id]));
  const screensOf = (config: LayoutConfig) => {
    const names = new Map(allOf(config).map(([id, one]) => [id, nameOf(id, one)]));
    return withIds(config.gridLayout.arrangements, (id) => ids.get(names.get(id) ?? "") ?? id);
  };
  return {
    components: Object.fromEntries(
      Object.entries(placed.components).map(([panel, one]) => [panel, set(panel, one)]),
    ),
    panelSizes: merged(is.panelSizes, was.panelSizes, became.panelSizes),
    gridLayout: {
      widgets: placed.gridLayout.widgets.map((one) => ({
        ...set(one.id, one),
        size: sizes[nameOf(one.id, one)] ?? one.size,
      })),
      arrangements: mergedScreens(screensOf(is), screensOf(was), screensOf(became)),
    },
  };
}

/** Where everything stands after a move, with what others have added meanwhile behind it and without what they took off. */
function withOthers(is: LayoutConfig, was: LayoutConfig, became: LayoutConfig): LayoutConfig {
  const [now, before, after] = [keysOf(is), keysOf(was), keysOf(became)];
  const isGone = (key: string) => before.has(key) && !now.has(key);
  const isNew = ({ component_key: key, enabled }: Placed) => enabled && !before.has(key) && !after.has(key);
  const stayed = became.gridLayout.widgets.filter(({ component_key: key }) => !isGone(key));
  const taken = new Set<string>([...PANELS, ...stayed.map(({ id }) => id)]);
  const added = allOf(is).flatMap(([, one]): FreeWidget[] => {
    if (!isNew(one)) return [];
    const id = freeId("id" in one ? one.id : one.component_key, taken);
    taken.add(id);
    return [{ size: "M", ...one, id }];
  });
  return {
    ...became,
    components: Object.fromEntries(
      Object.entries(became.components).map(([panel, one]) => [
        panel,
        isGone(one.component_key) ? { ...one, enabled: false } : one,
      ]),
    ),
    gridLayout: { ...became.gridLayout, widgets: [...stayed, ...added] },
  };
}
