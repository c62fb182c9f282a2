import { isSame } from "./is-same.ts";
import type { LayoutConfig } from "#contract/layouts.ts";
import { shownConfig } from "./built-in.ts";

/** Each thing that can be changed by itself, by a name: a panel, a size, a widget, a screen's arrangement. */
type Parts = Map<string, unknown>;

const SEPARATOR = " ";

function partsOf({ components, panelSizes, gridLayout }: LayoutConfig): Parts {
  const named = (kind: string, values: object) =>
    Object.entries(values).map(([name, value]) => [`${kind}${SEPARATOR}${name}`, value as unknown] as const);
  return new Map([
    ...named("panel", components),
    ...named("size", panelSizes),
    ...gridLayout.widgets.map((widget) => [`widget${SEPARATOR}${widget.id}`, widget] as const),
    ...named("screen", gridLayout.arrangements),
  ]);
}

const orderOf = ({ gridLayout }: LayoutConfig) => gridLayout.widgets.map(({ id }) => id);

/**
 * What is left of a config when one change is taken out of it again; what others have changed meanwhile stays.
 * @returns null when one of the things that it changed was changed again since
 */
export function takenBack(now: LayoutConfig, before: LayoutConfig, after: LayoutConfig): LayoutConfig | null {
  if (isSame(now, after)) return before;
  const [is, was, became] = [now, before, after].map((config) => partsOf(shownConfig(config))) as [
    Parts,
    Parts,
    Parts,
  ];
  for (const name of new Set([...was.keys(), ...became.keys()])) {
    if (isSame(was.get(name), became.get(name))) continue;
    if (!isSame(is.get(name), became.get(name))) return null;
    if (was.has(name)) is.set(name, was.get(name));
    else is.delete(name);
  }
  const order = orderTakenBack(
    orderOf(shownConfig(now)),
    orderOf(shownConfig(before)),
    orderOf(shownConfig(after)),
  );
  return order && configOf(is, order);
}

/** Of the selected ones: moved back where nothing else was moved since; those that come back stand where they were. */
function orderTakenBack(now: string[], before: string[], after: string[]): string[] | null {
  const stayed = (ids: string[], among: string[]) => ids.filter((id) => among.includes(id));
  const isMoved = !isSame(stayed(before, after), stayed(after, before));
  if (isMoved && !isSame(now, after)) return null;
  const order = isMoved ? [...before] : now.filter((id) => before.includes(id) || !after.includes(id));
  if (!isMoved)
    for (const [index, id] of before.entries()) if (!order.includes(id)) order.splice(index, 0, id);
  return order;
}

function configOf(parts: Parts, order: readonly string[]): LayoutConfig {
  const named = (kind: string) =>
    Object.fromEntries(
      [...parts].flatMap(([name, value]) =>
        name.startsWith(kind + SEPARATOR) ? [[name.slice(kind.length + SEPARATOR.length), value]] : [],
      ),
    );
  const widgets = named("widget") as Record<string, LayoutConfig["gridLayout"]["widgets"][number]>;
  return {
    components: named("panel") as LayoutConfig["components"],
    panelSizes: named("size") as LayoutConfig["panelSizes"],
    gridLayout: {
      widgets: order.flatMap((id) => widgets[id] ?? []),
      arrangements: named("screen") as LayoutConfig["gridLayout"]["arrangements"],
    },
  };
}
