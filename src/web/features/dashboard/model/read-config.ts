import type { FreeWidget, LayoutConfig, PlacedWidget } from "#contract/layouts.ts";
import {
  MOST_WIDGETS,
  PANELS,
  SMALL_SCREENS,
  WIDGET_SIZES,
  type WidgetSize,
} from "#contract/shared/dashboard.ts";
import { freeId } from "./free-id.ts";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const IS_KEY = /^[a-z][a-z0-9-]{0,59}$/;
const IS_ID = /^[\w-]{1,40}$/;

const isSize = (value: unknown): value is WidgetSize => (WIDGET_SIZES as readonly unknown[]).includes(value);

function placed(value: unknown): PlacedWidget | null {
  if (!isObject(value) || typeof value["component_key"] !== "string" || !IS_KEY.test(value["component_key"]))
    return null;
  const props = isObject(value["props"]) ? value["props"] : {};
  return {
    component_key: value["component_key"],
    enabled: value["enabled"] !== false,
    props: props as PlacedWidget["props"],
  };
}

function free(value: unknown): FreeWidget | null {
  const widget = placed(value);
  const { id, size } = isObject(value) ? value : {};
  if (!widget || typeof id !== "string" || !IS_ID.test(id)) return null;
  return { ...widget, id, size: isSize(size) ? size : "M" };
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === "string" && IS_ID.test(id)) : [];

function arrangementOf(one: Record<string, unknown>) {
  const sizes = Object.entries(isObject(one["sizes"]) ? one["sizes"] : {}).filter(
    (entry): entry is [string, WidgetSize] => IS_ID.test(entry[0]) && isSize(entry[1]),
  );
  return { order: ids(one["order"]), hidden: ids(one["hidden"]), sizes: Object.fromEntries(sizes) };
}

/** A config from a file, of which the parts that are none are left out: the page draws it before the server has looked at it. */
export function readConfig(given: Record<string, unknown>): LayoutConfig {
  const components = isObject(given["components"]) ? given["components"] : {};
  const sizes = isObject(given["panelSizes"]) ? given["panelSizes"] : {};
  const grid = isObject(given["gridLayout"]) ? given["gridLayout"] : {};
  const arrangements = isObject(grid["arrangements"]) ? grid["arrangements"] : {};
  const widgets = Array.isArray(grid["widgets"]) ? grid["widgets"].flatMap((value) => free(value) ?? []) : [];
  const taken = new Set<string>(PANELS);
  return {
    components: Object.fromEntries(
      PANELS.flatMap((panel) => {
        const widget = placed(components[panel]);
        return widget ? [[panel, widget]] : [];
      }),
    ),
    panelSizes: Object.fromEntries(
      Object.entries(sizes).filter(
        (entry): entry is [string, number] =>
          IS_ID.test(entry[0]) && typeof entry[1] === "number" && entry[1] >= 0 && entry[1] <= 100,
      ),
    ),
    gridLayout: {
      widgets: widgets.slice(0, MOST_WIDGETS).map((widget) => {
        const id = freeId(widget.id, taken);
        taken.add(id);
        return { ...widget, id };
      }),
      arrangements: Object.fromEntries(
        SMALL_SCREENS.flatMap((screen) => {
          const one = arrangements[screen];
          return isObject(one) ? [[screen, arrangementOf(one)]] : [];
        }),
      ),
    },
  };
}
