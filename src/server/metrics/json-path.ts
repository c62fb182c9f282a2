import { MOST_VALUE } from "#contract/shared/metric-choices.ts";

/** Of a name in a path, or the place in a list. */
type Step = string | number;

const MOST_STEPS = 30;
/** A name after a dot, a place or a quoted name in brackets. */
const STEP = /\.?([^.[\]\s"']+)|\[(\d{1,6})\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** What is wrong with a path, or with what it leads to, in words for the person who wrote it. */
export class PathFault extends Error {}

/** "data.visits[0].count", "$.data", `data["page views"]`. @throws PathFault */
export function readPath(path: string): Step[] {
  const steps: Step[] = [];
  const text = path.replace(/^\$\.?/, "");
  let at = 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (!found || steps.length === MOST_STEPS)
      throw new PathFault(`The path can't be read. It looks like data.count, or data[0]["page views"].`);
    const [whole, name, place, quoted] = found;
    steps.push(name ?? (place === undefined ? quoted!.replaceAll(/\\(.)/g, "$1") : Number(place)));
    at += whole.length;
  }
  return steps;
}

/** The number at a path: one that is written as text counts, and a list stands for how many it has. @throws PathFault */
export function numberAt(json: unknown, path: string): number {
  const steps = readPath(path);
  let value = json;
  for (const [index, step] of steps.entries()) {
    const way = steps.slice(0, index + 1).join(".");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      throw new PathFault(`The answer has nothing at ${way}.`);
    value = (value as Record<Step, unknown>)[step];
  }
  const found = Array.isArray(value) ? value.length : toNumber(value);
  const what = steps.length === 0 ? "The answer" : `What is at ${path}`;
  if (found === null) throw new PathFault(`${what} is ${kindOf(value)}, not a number.`);
  if (!(Math.abs(found) <= MOST_VALUE))
    throw new PathFault(`${what} is larger than any number that is kept.`);
  return found;
}

function toNumber(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}

function kindOf(value: unknown): string {
  if (value === null) return "empty";
  if (typeof value === "string") return "text";
  return typeof value === "boolean" ? "true or false" : "a group of values";
}
