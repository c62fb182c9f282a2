import { tagsAfter, type TagChange } from "../lib/tags-after.ts";
import { currentDevice } from "./sync/device-sync.ts";
import type { WaitingCall } from "./sync/outbox.ts";

type Thing = Record<string, unknown>;

/** Of which `update` says by their own names what fields become; and which part of its input names the thing. */
const NAMED_BY: Readonly<Record<string, string>> = {
  calendars: "calendarId",
  chat: "threadId",
  folders: "folderId",
  notes: "noteId",
  projects: "projectId",
};

/** Changes on their way or kept on this device, in the order they were made. */
function waiting(): WaitingCall[] {
  const outbox = currentDevice()?.outbox;
  if (!outbox) return [];
  const { unanswered, unstored } = outbox.inHand();
  return [...unanswered, ...outbox.calls(), ...unstored];
}

function byThing(calls: readonly WaitingCall[]): Map<string, Thing[]> {
  const changes = new Map<string, Thing[]>();
  for (const { path, input } of calls) {
    const [resource = "", operation] = path;
    const id = operation === "update" && (input as Thing)[NAMED_BY[resource] ?? ""];
    if (typeof id === "string") changes.set(id, [...(changes.get(id) ?? []), input as Thing]);
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

function withChanges(value: unknown, changes: ReadonlyMap<string, readonly Thing[]>): unknown {
  if (Array.isArray(value)) return value.map((part) => withChanges(part, changes));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withChanges(part, changes)]);
  const thing = Object.fromEntries(parts) as Thing;
  return (changes.get(thing["id"] as string) ?? []).reduce(withChange, thing);
}

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
