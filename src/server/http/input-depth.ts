import { Failure } from "../failure.ts";

/** Many times what any operation takes, and a fraction of what exhausts the stack of the code that checks free JSON. */
export const INPUT_DEPTH_MAX = 100;

/**
 * Refuses an input whose objects and lists lie too deep in each other: checking, writing and reading it again are
 * recursive in our libraries, on the server and in the pages that would meet it later. Works level by level, without recursion.
 * @throws Failure INVALID_INPUT
 */
export function assertInputDepth(input: unknown): void {
  let level = [input].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > INPUT_DEPTH_MAX)
      throw new Failure("INVALID_INPUT", `More than ${INPUT_DEPTH_MAX} objects or lists are nested.`);
    level = level.flatMap((value) => Object.values(value)).filter(isNested);
  }
}

/** What JSON nests; files, dates and the like, which have no parts of their own, end here. */
function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
