import { create } from "zustand";
import { toast } from "../ui/toast-store.ts";
import { rpc, type Rpc } from "./rpc.ts";
import { errorStatus, failureWords, isUnreachable } from "./rpc-errors.ts";
import { currentDevice } from "./sync/device-sync.ts";
import type { CallResult, WaitingCall } from "./sync/outbox.ts";

type Path = { [Resource in keyof Rpc]: readonly [Resource, keyof Rpc[Resource]] }[keyof Rpc];

/** `sent` with the answer, or `queued`: kept on this device until the server can be reached. */
export type Sent<Answer> = { how: "sent"; answer: Answer } | { how: "queued" };

/** How many changes are on their way; the connection's status shows it. */
export const useOperations = create<{ running: number }>(() => ({ running: 0 }));

/**
 * Makes a change now, or keeps it for later when the server is away. Once something waits, everything after it waits
 * too, so that the server meets changes in the order they were made. Only for calls that may be repeated.
 */
export async function send<Answer>(
  path: Path,
  input: unknown,
  call: () => Promise<Answer>,
): Promise<Sent<Answer>> {
  const outbox = currentDevice()?.outbox;
  if (!outbox || outbox.pending() === 0) {
    useOperations.setState(({ running }) => ({ running: running + 1 }));
    try {
      return { how: "sent", answer: await call() };
    } catch (error) {
      const mayWait = isUnreachable(error) || errorStatus(error) === 401;
      if (!outbox || !mayWait) throw error;
    } finally {
      useOperations.setState(({ running }) => ({ running: running - 1 }));
    }
  }
  await outbox.enqueue({ path, input });
  return { how: "queued" };
}

/** True while a note exists on this device only. */
export function isWaitingToBeCreated(noteId: string): boolean {
  const calls = currentDevice()?.outbox.calls() ?? [];
  return calls.some(
    ({ path, input }) => path.join(".") === "notes.create" && (input as { id?: string }).id === noteId,
  );
}

/** Makes a call that waited. What the server refuses for good is said, because its change showed on the page. */
export async function performWaiting({ path, input }: WaitingCall): Promise<CallResult> {
  try {
    const operation = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], rpc) as (
      input: unknown,
    ) => Promise<unknown>;
    await operation(input);
    return "done";
  } catch (error) {
    if (mayLater(error)) return "later";
    const gone = "An offline change could not be applied: its note or folder is gone or has changed.";
    toast.error(failureWords(error, gone));
    return "refused";
  }
}

/** Away, overloaded, signed out or too old: all of these pass without the call being at fault. */
function mayLater(error: unknown): boolean {
  const status = errorStatus(error);
  return status === undefined || status >= 500 || [401, 408, 426, 429].includes(status);
}
