import type { Activity } from "#contract/activity.ts";
import { Failure } from "../failure.ts";

type Entry = Pick<Activity, "metadata">;

export function changesOf({ metadata }: Entry): Record<string, { from: unknown; to: unknown }> {
  return (metadata["changes"] ?? {}) as Record<string, { from: unknown; to: unknown }>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What the fields were before the change an entry tells of.
 * @param fields those that can be put back, with their names in messages
 * @throws Failure CONFLICT when one of them is no longer what that change made of it
 */
export function fieldsBefore<Field extends string>(
  entry: Entry,
  fields: Record<Field, string>,
  now: NoInfer<Record<Field, unknown>>,
): Partial<Record<Field, unknown>> {
  const changes = changesOf(entry);
  const before: Partial<Record<Field, unknown>> = {};
  for (const field of Object.keys(fields) as Field[]) {
    const change = changes[field];
    if (!change) continue;
    if (!same(now[field], change.to))
      throw new Failure(
        "CONFLICT",
        `The ${fields[field]} was changed again since then, so nothing was undone.`,
      );
    before[field] = change.from;
  }
  return before;
}
