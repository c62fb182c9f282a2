import { tagsAfter, type TagChange } from "../lib/tags-after.ts";
import { currentDevice } from "./sync/device-sync.ts";
import type { WaitingCall } from "./sync/outbox.ts";

type Thing = Record<string, unknown>;

/** Of which `update` says by their own names what fields become, after the id of the thing. */
const OF_FIELDS = /^(calendars|chat|folders|notes|projects)$/;

const waiting = (): WaitingCall[] => currentDevice()?.outbox.unsent() ?? [];

function byThing(calls: readonly WaitingCall[]): Map<unknown, Thing[]> {
  const changes = new Map<unknown, Thing[]>();
  for (const { path, input } of calls) {
    if (path[1] !== "update" || !OF_FIELDS.test(path[0]!)) continue;
    const id = Object.entries(input as Thing).find(([name]) => name.endsWith("Id"))?.[1];
    changes.set(id, [...(changes.get(id) ?? []), input as Thing]);
  }
  return changes;
}

function withChange(thing: Thing, change: Thing): Thing {
  const given = Object.entries(change).filter(([name, value]) => value !== undefined && name in thing);
  const { tags } = thing as { tags?: readonly string[] };
  return {
    ...thing,
    ...Object.fromEntries(given),
    ...(tags && { tags: tagsAfter(tags, change as TagChange) }),
  };
}

/** In every list and thing of an answer, which is what JSON says. */
const withChanges = (answer: unknown, changes: ReadonlyMap<unknown, readonly Thing[]>): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value: Thing | null) =>
    value ? (changes.get(value["id"]) ?? []).reduce(withChange, value) : value,
  );

/**
 * Called when the server is asked, and with its answer: that may be from before changes of this page, which were on their way, or waited,
 * then or are by now, and shows them all the same. A thing would say for a moment what it said before, and the next change would be made
 * of that.
 */
export function withWaitingChanges(input: unknown): (answer: unknown) => unknown {
  const before = waiting();
  return (answer) => {
    const calls = [...new Set([...before, ...waiting()])];
    // The answer to one of them knows of it and of those before it.
    const changes = byThing(calls.slice(calls.findIndex((call) => call.input === input) + 1));
    return changes.size === 0 ? answer : withChanges(answer, changes);
  };
}
