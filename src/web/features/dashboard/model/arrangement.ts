import type { FreeWidget, LayoutConfig, PlacedWidget } from "#contract/layouts.ts";
import {
  MOST_WIDGETS,
  type PanelName,
  PANELS,
  type SmallScreen,
  type WidgetSize,
} from "#contract/shared/dashboard.ts";
import { shownConfig } from "./built-in.ts";
import { freeId } from "./free-id.ts";

export type ScreenKind = "desktop" | SmallScreen;

/** A widget where it stands: in a panel, whose name is its id, or among the selected ones below. */
export type Slot = {
  id: string;
  panel: PanelName | null;
  componentKey: string;
  props: Record<string, unknown>;
  size: WidgetSize;
};

/** Where a widget is put: into a panel, or before one of the selected ones; before null is behind the last. */
export type Target = { panel: PanelName } | { before: string | null };

type Change = (config: LayoutConfig) => LayoutConfig;

export const isPanel = (id: string): id is PanelName => (PANELS as readonly string[]).includes(id);

/** Everything that a screen shows, in its order. */
export function slotsOf(given: LayoutConfig, screen: ScreenKind): Slot[] {
  const config = shownConfig(given);
  const { widgets, arrangements } = config.gridLayout;
  const slots: Slot[] = [
    ...PANELS.flatMap((panel): Slot[] => {
      const placed = config.components[panel];
      if (!placed?.enabled) return [];
      return [{ id: panel, panel, componentKey: placed.component_key, props: placed.props, size: "M" }];
    }),
    ...widgets
      .filter(({ enabled }) => enabled)
      .map(({ id, component_key: componentKey, props, size }): Slot => ({
        id,
        panel: null,
        componentKey,
        props,
        size,
      })),
  ];
  const arrangement = screen === "desktop" ? undefined : arrangements[screen];
  if (!arrangement) return slots;
  const { order, hidden, sizes } = arrangement;
  const rank = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return slots
    .filter(({ id }) => !hidden.includes(id))
    .map((slot) => ({ ...slot, size: ownOf(sizes, slot.id) ?? slot.size }))
    .toSorted((one, other) => rank(one.id) - rank(other.id));
}

/** Ids may be words that every object knows, such as toString. */
const ownOf = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Those that a small screen leaves out. */
export const hiddenOn = (config: LayoutConfig, screen: SmallScreen): Slot[] => {
  const { hidden = [] } = config.gridLayout.arrangements[screen] ?? {};
  return slotsOf(config, "desktop").filter(({ id }) => hidden.includes(id));
};

/** Puts a component into a panel; it stands in one panel alone, and keeps the settings it had there. */
export const placeInPanel =
  (panel: PanelName, componentKey: string, given: PlacedWidget["props"] = {}): Change =>
  (before) => {
    const config = shownConfig(before);
    const earlier = Object.values(config.components).find((placed) => placed.component_key === componentKey);
    const props = Object.keys(given).length > 0 ? given : (earlier?.props ?? {});
    const others = Object.entries(config.components).filter(
      ([name, placed]) => name !== panel && placed.component_key !== componentKey,
    );
    const placed: PlacedWidget = { component_key: componentKey, enabled: true, props };
    const from = earlier && PANELS.find((name) => config.components[name] === earlier);
    return {
      ...renamed(config, { [panel]: null, ...(from && { [from]: panel }) }),
      components: { ...Object.fromEntries(others), [panel]: placed },
    };
  };

/** What small screens say of a widget holds for it under its new id, or for nobody where it has none. */
function renamed(config: LayoutConfig, ids: Readonly<Record<string, string | null>>): LayoutConfig {
  const named = (id: string): string[] => {
    const now = ownOf(ids, id);
    return now === null ? [] : [now ?? id];
  };
  const follow = ({ order, hidden, sizes }: Arrangement): Arrangement => ({
    order: order.flatMap(named),
    hidden: hidden.flatMap(named),
    sizes: Object.fromEntries(
      Object.entries(sizes).flatMap(([id, size]) => named(id).map((now) => [now, size])),
    ),
  });
  const arrangements = Object.fromEntries(
    Object.entries(config.gridLayout.arrangements).map(([screen, one]) => [screen, follow(one)]),
  );
  return { ...config, gridLayout: { ...config.gridLayout, arrangements } };
}

/** Adds a component to the selected ones, in place of an earlier one of the same key, whose settings it takes over. */
export const addSelected =
  (componentKey: string, size: WidgetSize): Change =>
  (given) => {
    const config = shownConfig(given);
    const { widgets } = config.gridLayout;
    const earlier = widgets.find((widget) => widget.component_key === componentKey);
    const others = widgets.filter((widget) => widget !== earlier);
    if (others.length >= MOST_WIDGETS) return config;
    const added = freeOf(withWidgets(config, others), {
      component_key: componentKey,
      size,
      props: earlier?.props ?? {},
    });
    return withWidgets(config, [...others, added]);
  };

const withWidgets = (config: LayoutConfig, widgets: FreeWidget[]): LayoutConfig => ({
  ...config,
  gridLayout: { ...config.gridLayout, widgets },
});

/** With an id that no other has, made of its key. */
function freeOf(
  config: LayoutConfig,
  given: Pick<FreeWidget, "component_key" | "size"> & { props?: FreeWidget["props"] },
): FreeWidget {
  const taken = new Set<string>([...PANELS, ...config.gridLayout.widgets.map(({ id }) => id)]);
  return { enabled: true, props: {}, ...given, id: freeId(given.component_key, taken) };
}

/** Takes a widget off. An empty config would be the built-in one, so the last one stays in it, switched off. */
export const removeWidget =
  (id: string): Change =>
  (given) => {
    const config = renamed(shownConfig(given), { [id]: null });
    if (!isPanel(id)) {
      const others = config.gridLayout.widgets.filter((widget) => widget.id !== id);
      if (others.length > 0 || Object.keys(config.components).length > 0) return withWidgets(config, others);
      return withWidgets(
        config,
        config.gridLayout.widgets.map((widget) => ({ ...widget, enabled: false })),
      );
    }
    const placed = config.components[id];
    if (!placed) return config;
    return { ...config, components: { ...config.components, [id]: { ...placed, enabled: false } } };
  };

const changePlaced =
  (id: string, change: <Given extends PlacedWidget>(placed: Given) => Given): Change =>
  (given) => {
    const config = shownConfig(given);
    if (!isPanel(id))
      return withWidgets(
        config,
        config.gridLayout.widgets.map((widget) => (widget.id === id ? change(widget) : widget)),
      );
    const placed = config.components[id];
    return placed ? { ...config, components: { ...config.components, [id]: change(placed) } } : config;
  };

/** What is not named stays as it is. */
export const setProps = (id: string, props: Record<string, unknown>): Change =>
  changePlaced(id, (placed) => ({
    ...placed,
    props: { ...placed.props, ...props } as PlacedWidget["props"],
  }));

/** Another member of its family, with settings of its own. */
export const setKey = (id: string, componentKey: string): Change =>
  changePlaced(id, (placed) => ({ ...placed, component_key: componentKey, props: {} }));

/** On a desktop only the selected ones have a size of their own; that of a panel is its section's. */
export const setSize =
  (screen: ScreenKind, id: string, size: WidgetSize): Change =>
  (given) => {
    const config = shownConfig(given);
    if (screen !== "desktop")
      return arranged(config, screen, (arrangement) => ({
        ...arrangement,
        sizes: { ...arrangement.sizes, [id]: size },
      }));
    return withWidgets(
      config,
      config.gridLayout.widgets.map((widget) => (widget.id === id ? { ...widget, size } : widget)),
    );
  };

type Arrangement = NonNullable<LayoutConfig["gridLayout"]["arrangements"][SmallScreen]>;

function arranged(
  config: LayoutConfig,
  screen: SmallScreen,
  change: (arrangement: Arrangement) => Arrangement,
): LayoutConfig {
  const { gridLayout } = config;
  const before = gridLayout.arrangements[screen] ?? { order: [], hidden: [], sizes: {} };
  const arrangements = { ...gridLayout.arrangements, [screen]: change(before) };
  return { ...config, gridLayout: { ...gridLayout, arrangements } };
}

export const setHidden =
  (screen: SmallScreen, id: string, isHidden: boolean): Change =>
  (given) =>
    arranged(shownConfig(given), screen, (arrangement) => {
      const others = arrangement.hidden.filter((other) => other !== id);
      return { ...arrangement, hidden: isHidden ? [...others, id] : others };
    });

/** Follows the desktop again. */
export const followDesktop =
  (screen: SmallScreen): Change =>
  (config) => {
    const { [screen]: _, ...arrangements } = config.gridLayout.arrangements;
    return { ...config, gridLayout: { ...config.gridLayout, arrangements } };
  };

export const setPanelSizes =
  (sizes: Record<string, number>): Change =>
  (config) => ({ ...config, panelSizes: { ...config.panelSizes, ...sizes } });

/**
 * Moves a widget. On a desktop it changes places with what stands in a panel; a small screen has one list, in which it goes before another.
 */
export const moveWidget =
  (screen: ScreenKind, id: string, target: Target): Change =>
  (given) => {
    const config = shownConfig(given);
    if (screen !== "desktop")
      return "panel" in target ? config : moveInOrder(config, screen, id, target.before);
    if (!isPanel(id))
      return "panel" in target ? intoPanel(config, id, target.panel) : reorder(config, id, target.before);
    return "panel" in target ? swapPanels(config, id, target.panel) : outOfPanel(config, id, target.before);
  };

function moveInOrder(
  config: LayoutConfig,
  screen: SmallScreen,
  id: string,
  before: string | null,
): LayoutConfig {
  const ids = slotsOf(config, screen).map((slot) => slot.id);
  return arranged(config, screen, (arrangement) => ({ ...arrangement, order: movedBefore(ids, id, before) }));
}

/** The list with an item before another, or at its end. */
export function movedBefore(ids: readonly string[], id: string, before: string | null): string[] {
  if (before === id) return [...ids];
  const others = ids.filter((other) => other !== id);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

function reorder(config: LayoutConfig, id: string, before: string | null): LayoutConfig {
  const { widgets } = config.gridLayout;
  const ids = movedBefore(
    widgets.map((widget) => widget.id),
    id,
    before,
  );
  return withWidgets(
    config,
    ids.flatMap((one) => widgets.find((widget) => widget.id === one) ?? []),
  );
}

function swapPanels(config: LayoutConfig, from: PanelName, to: PanelName): LayoutConfig {
  const { [from]: moved, [to]: other, ...rest } = config.components;
  if (!moved || from === to) return config;
  return {
    ...renamed(config, { [from]: to, [to]: from }),
    components: { ...rest, [to]: moved, ...(other && { [from]: other }) },
  };
}

/** What stood in the panel takes the place among the selected ones. */
function intoPanel(config: LayoutConfig, id: string, panel: PanelName): LayoutConfig {
  const { widgets } = config.gridLayout;
  const moved = widgets.find((widget) => widget.id === id);
  if (!moved) return config;
  const { component_key: key, props } = moved;
  const other = config.components[panel];
  const left = other?.enabled
    ? [freeOf(config, { component_key: other.component_key, props: other.props, size: moved.size })]
    : [];
  const rest = widgets.flatMap((widget) => (widget.id === id ? left : [widget]));
  const placed = placeInPanel(panel, key, props)(withWidgets(config, rest));
  const ids = { [panel]: left[0]?.id ?? null, [id]: panel };
  const { arrangements } = renamed(config, ids).gridLayout;
  return { ...placed, gridLayout: { ...placed.gridLayout, arrangements } };
}

function outOfPanel(config: LayoutConfig, panel: PanelName, before: string | null): LayoutConfig {
  const placed = config.components[panel];
  if (!placed) return config;
  const { [panel]: _, ...components } = config.components;
  const { component_key: key, props } = placed;
  const moved = freeOf(config, { component_key: key, props, size: "M" });
  const left = renamed({ ...config, components }, { [panel]: moved.id });
  const added = withWidgets(left, [...config.gridLayout.widgets, moved]);
  return reorder(added, moved.id, before);
}

/** Where an arrow key takes a widget; null at the edge. Right is the next one in reading direction. */
export function stepOf(config: LayoutConfig, screen: ScreenKind, id: string, step: 1 | -1): Target | null {
  const ids = slotsOf(config, screen).map((slot) => slot.id);
  if (screen === "desktop" && isPanel(id)) {
    const panel = PANELS[PANELS.indexOf(id) + step];
    if (panel) return { panel };
    return step === 1 ? { before: shownConfig(config).gridLayout.widgets[0]?.id ?? null } : null;
  }
  const list = screen === "desktop" ? ids.filter((one) => !isPanel(one)) : ids;
  const at = list.indexOf(id);
  if (step === -1 && at === 0) return screen === "desktop" ? { panel: PANELS.at(-1)! } : null;
  if (step === 1 && at === list.length - 1) return null;
  return { before: list[step === 1 ? at + 2 : at - 1] ?? null };
}
