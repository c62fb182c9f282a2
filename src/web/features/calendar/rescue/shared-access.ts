import { hashKey } from "@tanstack/react-query";
import type { Calendar } from "#contract/calendars.ts";
import { api, queryClient, storedAnswer } from "../../../platform/api.ts";
import { local } from "../../../platform/local.ts";
import { currentDevice, onConnectionStatus } from "../../../platform/sync/device-sync.ts";

const keyOf = (userId: string) => `cairn-shared-calendars_${userId}`;

/** Of those of others, whose events this device may have answers of. */
const isRead = ({ sharedBy }: Calendar) => sharedBy !== null && sharedBy.role !== "free_busy";

function keptIds(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(local.get(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

const keepIds = (userId: string, ids: readonly string[]): void =>
  ids.length === 0 ? local.remove(keyOf(userId)) : local.set(keyOf(userId), JSON.stringify(ids));

let running = Promise.resolve();

/** Asks what is still shared, where something was, and drops what is not; a page that ends meanwhile begins with it again. */
export function checkSharedCalendars(): Promise<void> {
  // What could not be dropped, or asked for, is known to be open still: the next connection tries again.
  running = running.then(check).catch(() => {});
  return running;
}

async function check(): Promise<void> {
  const userId = currentDevice()?.userId;
  if (!userId) return;
  // A page that was left before this module had come has kept its list, and named nothing here.
  const stored = await storedAnswer<{ calendars: Calendar[] }>(api.calendars.list.queryKey({ input: {} }));
  const named = (stored?.calendars ?? []).filter(isRead).map(({ id }) => id);
  const kept = () => [...new Set([...keptIds(userId), ...named])];
  if (kept().length === 0) return;
  const { calendars } = await api.calendars.list.call({});
  if (currentDevice()?.userId !== userId) return;
  const now = new Set(calendars.filter(isRead).map(({ id }) => id));
  const lost = kept().filter((id) => !now.has(id));
  if (lost.length === 0) return;
  await (await import("./drop-calendars.ts")).dropCalendars(new Set(lost));
  keepIds(userId, [...now]);
}

/** A list may be what the device kept of one: that something is missing in it is asked again. */
function follow(calendars: readonly Calendar[]): void {
  const userId = currentDevice()?.userId;
  if (!userId) return;
  const kept = keptIds(userId);
  const now = calendars.filter(isRead).map(({ id }) => id);
  const fresh = now.filter((id) => !kept.includes(id));
  if (fresh.length > 0) keepIds(userId, [...kept, ...fresh]);
  if (kept.some((id) => !now.includes(id))) void checkSharedCalendars();
}

/** Each list of calendars that comes tells what this device may have answers of. */
export function startFollowingAccess(): void {
  const list = hashKey(api.calendars.list.queryKey({ input: {} }));
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.query.queryHash !== list) return;
    follow((event.query.state.data as { calendars: Calendar[] }).calendars);
  });
  onConnectionStatus((status) => {
    if (status === "connected") void checkSharedCalendars();
  });
  // What was drawn before this came, and the connection that stands already.
  const known = queryClient.getQueryData<{ calendars: Calendar[] }>(
    api.calendars.list.queryKey({ input: {} }),
  );
  if (known) follow(known.calendars);
  void checkSharedCalendars();
}
