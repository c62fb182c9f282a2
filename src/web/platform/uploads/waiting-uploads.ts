import { local } from "../local.ts";

/**
 * Which files wait on this device, known at once and without the code that sends them: the blocks of a note ask as they are drawn.
 * By person, because a session may end and another begin before all is sent; a sign-out removes it.
 */
const KEY = "cairn-uploads";

/** In which the files themselves wait. */
export const uploadsDatabase = (userId: string): string => `cairn-${userId}-uploads`;

function kept(): Record<string, string[]> {
  try {
    return JSON.parse(local.get(KEY) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

export const waitingUploads = (userId: string): string[] => kept()[userId] ?? [];

/** What is just being taken up: a block of it may be drawn before that is done. */
const arriving = new Map<string, Promise<unknown>>();

export function willWait(id: string, taking: Promise<unknown>): void {
  const done = taking.catch(() => undefined).then(() => arriving.delete(id));
  arriving.set(id, done);
}

/** Resolves when a file that is being taken up is among those that wait. */
export const hasArrived = (id: string): Promise<unknown> => arriving.get(id) ?? Promise.resolve();

export const isWaitingUpload = (id: string): boolean =>
  arriving.has(id) || Object.values(kept()).some((ids) => ids.includes(id));

export function rememberWaiting(userId: string, ids: string[]): void {
  const { [userId]: _before, ...others } = kept();
  const next = ids.length > 0 ? { ...others, [userId]: ids } : others;
  if (Object.keys(next).length > 0) local.set(KEY, JSON.stringify(next));
  else local.remove(KEY);
}

const listeners = new Set<() => void>();

/** Tells the code that sends, once it is here, when to stop. */
export const onStopSending = (listener: () => void): void => void listeners.add(listener);

/** Before what this device keeps is removed: an upload that goes on would write it anew. */
export const stopSendingUploads = (): void => listeners.forEach((listener) => listener());
