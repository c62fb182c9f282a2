import type { LayoutConfig } from "#contract/layouts.ts";
import { BARE } from "./built-in.ts";
import { isObject, readConfig } from "./read-config.ts";

/** A selected component as the specification keeps it in the browser. */
export type KeptComponent = { id: string; componentKey: string; name: string; addedAt: string };

export const keptKey = (userId: string): string => `selectedComponents_${userId}`;

/** Anything may stand there: what lacks id, key or name is left out. */
export function readKept(text: string | null): KeptComponent[] {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: unknown) => {
    if (!isObject(one)) return [];
    const { id, componentKey, name, addedAt } = one;
    if (typeof id !== "string" || typeof componentKey !== "string" || typeof name !== "string") return [];
    return [{ id, componentKey, name, addedAt: typeof addedAt === "string" ? addedAt : "" }];
  });
}

/** What is to be kept of a dashboard; one that was kept before keeps its moment. */
export function keptOf(
  { gridLayout }: LayoutConfig,
  nameOf: (componentKey: string) => string,
  before: readonly KeptComponent[],
  now: string,
): KeptComponent[] {
  return gridLayout.widgets
    .filter(({ enabled }) => enabled)
    .map(({ id, component_key: componentKey }) => ({
      id,
      componentKey,
      name: nameOf(componentKey),
      addedAt: before.find((one) => one.id === id && one.componentKey === componentKey)?.addedAt || now,
    }));
}

/** A dashboard of nothing else. */
export const configOfKept = (kept: readonly KeptComponent[]): LayoutConfig =>
  readConfig({
    components: BARE.components,
    gridLayout: { widgets: kept.map(({ id, componentKey }) => ({ id, component_key: componentKey })) },
  });
