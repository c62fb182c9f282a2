import { Failure } from "../failure.ts";

export const changedSince = (): Failure => new Failure("CONFLICT", "It was changed again since.");

/** Refuses a change that rests on values which somebody has changed since. */
export function assertStill<Values extends object>(expected: Partial<Values>, now: Values): void {
  for (const [field, value] of Object.entries(expected))
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(now[field as keyof Values]))
      throw changedSince();
}
