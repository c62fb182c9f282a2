const isList = Array.isArray;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !isList(value);

/** Whether two values of JSON say the same, in whatever order their keys stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  if (!isRecord(one) || !isRecord(other)) return (one ?? null) === (other ?? null);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isSame(one[key], other[key]),
  );
}

/** By which an entry of a list stays the same one when more of it is changed. */
const nameOf = (entry: unknown): unknown => (isRecord(entry) ? (entry["id"] ?? entry["email"]) : undefined);
const isSameEntry = (one: unknown, other: unknown): boolean =>
  nameOf(one) === undefined ? isSame(one, other) : nameOf(one) === nameOf(other);

/**
 * What becomes of a value when one made `after` of `before` and somebody else made `now` of it meanwhile: of a list both who added and who
 * took an entry did, of a record each its own field. What both changed is as in `after`.
 */
export function merge(before: unknown, after: unknown, now: unknown): unknown {
  if (isSame(now, before)) return after;
  if (isSame(after, before)) return now;
  if (isList(after) && isList(now)) return mergeLists(isList(before) ? before : [], after, now);
  if (isRecord(after) && isRecord(now)) return mergeRecords(isRecord(before) ? before : {}, after, now);
  return after;
}

function mergeLists(before: unknown[], after: unknown[], now: unknown[]): unknown[] {
  const of = (list: unknown[], entry: unknown) => list.find((other) => isSameEntry(other, entry));
  const kept = after.filter((entry) => of(before, entry) === undefined || of(now, entry) !== undefined);
  const added = now.filter((entry) => of(before, entry) === undefined && of(after, entry) === undefined);
  return [
    ...kept.map((entry) =>
      of(now, entry) === undefined ? entry : merge(of(before, entry), entry, of(now, entry)),
    ),
    ...added,
  ];
}

function mergeRecords(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  now: Record<string, unknown>,
): Record<string, unknown> {
  const keys = new Set([...Object.keys(now), ...Object.keys(after)]);
  const merged = [...keys].map((key) => [key, merge(before[key], after[key], now[key])] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}
