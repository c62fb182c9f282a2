import type { Preferences } from "#contract/preferences.ts";
import type { PreferencesChange } from "./frame.ts";

/** The database gives keys back in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const isSame = (one: unknown, other: unknown) => inOrder(one ?? null) === inOrder(other ?? null);

/** Whether what was made of a value is still so, whatever else became of a list or a record meanwhile. */
function stands(before: unknown, given: unknown, now: unknown): boolean {
  if (isSame(before, given) || isSame(given, now)) return true;
  if (Array.isArray(given) && Array.isArray(now)) {
    const of = (list: unknown) => (Array.isArray(list) ? list.map(inOrder) : []);
    const [was, is, wanted] = [of(before), of(now), of(given)];
    return (
      wanted.every((one) => was.includes(one) || is.includes(one)) &&
      was.every((one) => wanted.includes(one) || !is.includes(one))
    );
  }
  if (!isRecord(given) || !isRecord(now)) return false;
  const earlier = isRecord(before) ? before : {};
  return [...Object.keys(earlier), ...Object.keys(given)].every((key) =>
    stands(earlier[key], given[key], now[key]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether preferences still say what was given, made of those before. */
export const says = (now: Preferences, given: PreferencesChange, before: Preferences): boolean =>
  (given.dashboardTheme === undefined || given.dashboardTheme === now.dashboardTheme) &&
  Object.entries(given.settings ?? {}).every(([key, value]) => {
    const [was, is] = [before, now].map(({ settings }) => (settings as Record<string, unknown>)[key]);
    return value !== null && typeof value === "object" ? stands(was, value, is) : isSame(value, is);
  });
