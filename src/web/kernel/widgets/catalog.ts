import { createContext, useContext, useEffect, useState } from "react";
import type { CatalogEntry, Widget } from "./widget.ts";

/** Every widget there is; app/dashboard/catalog.ts lists them. */
export const Catalog = createContext<readonly CatalogEntry[]>([]);

export function entryOf(catalog: readonly CatalogEntry[], key: string): CatalogEntry | undefined {
  return catalog.find(
    ({ componentKey, members }) => componentKey === key || (members && Object.hasOwn(members, key)),
  );
}

/** What a card of this key is called. */
export const nameOf = (entry: CatalogEntry, key: string): string => entry.members?.[key] ?? entry.name;

const AGAIN_AFTER_MS = 5_000;
const loaded = new Map<string, Widget>();

/** A widget once its code has come; without the server it is tried again until it has. Undefined for a key that nobody knows. */
export function useWidget(key: string): { entry: CatalogEntry | undefined; widget: Widget | null } {
  const entry = entryOf(useContext(Catalog), key);
  const [, setCount] = useState(0);
  const known = loaded.get(key) ?? (entry && atOnce(entry, key)) ?? null;
  const isMissing = entry !== undefined && known === null;
  useEffect(() => {
    if (!isMissing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const load = () =>
      void loadWidget(entry, key).then(
        () => {
          if (!isGone) setCount((count) => count + 1);
        },
        () => {
          if (!isGone) timer = setTimeout(load, AGAIN_AFTER_MS);
        },
      );
    load();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [entry, key, isMissing]);
  return { entry, widget: known };
}

async function loadWidget(entry: CatalogEntry, key: string): Promise<void> {
  loaded.set(key, await entry.load(key));
}

/** Settles when the code of these widgets is there, or could not come. */
export const loadWidgets = (catalog: readonly CatalogEntry[], keys: readonly string[]): Promise<unknown> =>
  Promise.allSettled(
    keys.flatMap((key) => {
      const entry = entryOf(catalog, key);
      return entry && !loaded.has(key) ? [loadWidget(entry, key)] : [];
    }),
  );

/** One that came with the page. */
function atOnce(entry: CatalogEntry, key: string): Widget | undefined {
  if (!entry.isEveryday) return undefined;
  const widget = entry.load(key) as Widget;
  loaded.set(key, widget);
  return widget;
}
