import type { LayoutConfig } from "#contract/layouts.ts";
import { isSame } from "./is-same.ts";

type Arrangements = LayoutConfig["gridLayout"]["arrangements"];
type Arrangement = NonNullable<Arrangements[keyof Arrangements]>;

const NOTHING: Arrangement = { order: [], hidden: [], sizes: {} };

/** Of what each name stands for: as it was changed here, else as it is now. */
export function merged<Value>(
  now: Readonly<Record<string, Value>>,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const result = new Map(Object.entries(now));
  const [was, became] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...was.keys(), ...became.keys()])) {
    if (isSame(was.get(name), became.get(name))) continue;
    const own = became.get(name);
    if (own === undefined) result.delete(name);
    else result.set(name, own);
  }
  return Object.fromEntries(result);
}

/** What is said of widgets by their ids, said by other ids. */
export function withIds(arrangements: Arrangements, idOf: (id: string) => string): Arrangements {
  return Object.fromEntries(
    Object.entries(arrangements).map(([screen, { order, hidden, sizes }]) => [
      screen,
      {
        order: order.map(idOf),
        hidden: hidden.map(idOf),
        sizes: Object.fromEntries(Object.entries(sizes).map(([id, size]) => [idOf(id), size])),
      },
    ]),
  );
}

/** Each screen's own, of which each widget is hidden or resized by itself; who moved one says the order. */
export function mergedScreens(now: Arrangements, before: Arrangements, after: Arrangements): Arrangements {
  const screens = new Set([...Object.keys(now), ...Object.keys(after)]) as Set<keyof Arrangements>;
  return Object.fromEntries(
    [...screens].flatMap((screen) => {
      const one = mergedScreen(now[screen], before[screen], after[screen]);
      return one ? [[screen, one]] : [];
    }),
  );
}

function mergedScreen(now?: Arrangement, before?: Arrangement, after?: Arrangement): Arrangement | undefined {
  if (isSame(before, after)) return now;
  if (!after) return undefined;
  const [is, was] = [now ?? NOTHING, before ?? NOTHING];
  const shown = was.hidden.filter((id) => !after.hidden.includes(id));
  const hidden = new Set([...is.hidden, ...after.hidden.filter((id) => !was.hidden.includes(id))]);
  return {
    order: isSame(was.order, after.order) ? is.order : after.order,
    hidden: [...hidden].filter((id) => !shown.includes(id)),
    sizes: merged(is.sizes, was.sizes, after.sizes),
  };
}
