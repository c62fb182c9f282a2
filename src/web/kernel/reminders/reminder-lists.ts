import { useQuery } from "@tanstack/react-query";
import type { Reminder } from "#contract/reminders.ts";
import { api, persistQueries, queryClient } from "../../platform/api.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import type { WaitingCall } from "../../platform/sync/outbox.ts";
import { refreshReminders } from "./refresh-reminders.ts";

type List = { reminders: Reminder[]; nextCursor: string | null };
type ListInput = Parameters<typeof api.reminders.list.call>[0];
type Given = { reminderId: string; until?: string };

const none = { snoozeUntil: null, ringsAt: null, notificationSent: false } as const;

/** What each change makes of a reminder before the server has answered. */
const MAKES = {
  remove: () => null,
  snooze: (reminder: Reminder, { until = null }: { until?: string | null }): Reminder => ({
    ...reminder,
    ...none,
    status: "snoozed",
    snoozeUntil: until,
    ringsAt: until,
  }),
  // Where one that repeats goes on, the answer says so.
  dismiss: (reminder: Reminder): Reminder => ({ ...reminder, ...none, status: "dismissed" }),
} satisfies Record<string, (reminder: Reminder, given: Given) => Reminder | null>;

export type ShownChange = keyof typeof MAKES;

/** The next to ring first, as the server lists them. */
const byRing = (one: Reminder, other: Reminder): number => {
  const [first, second] = [one, other].map(({ ringsAt, id }) => `${ringsAt ?? "infinity"} ${id}`) as [
    string,
    string,
  ];
  return first < second ? -1 : 1;
};

function withOne(list: Reminder[], reminder: Reminder, input: ListInput): Reminder[] {
  const others = list.filter(({ id }) => id !== reminder.id);
  const { noteId, taskId, eventId, status } = input;
  const fits =
    (status === undefined || status === reminder.status) &&
    (noteId === undefined || noteId === reminder.noteId) &&
    (taskId === undefined || taskId === reminder.taskId) &&
    (eventId === undefined || eventId === reminder.eventId);
  return fits ? [...others, reminder].toSorted(byRing) : others;
}

/** Changes every list of reminders that this page knows; answers what puts them back. */
function mapLists(change: (list: Reminder[], input: ListInput) => Reminder[]): () => void {
  const queryKey = api.reminders.list.key();
  // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  const before = queryClient.getQueriesData<List>({ queryKey });
  for (const [key, list] of before) {
    const { input = {} } = (key[1] ?? {}) as { input?: ListInput };
    if (list) queryClient.setQueryData(key, { ...list, reminders: change(list.reminders, input) });
  }
  persistQueries(queryKey);
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list);
    persistQueries(queryKey);
  };
}

export const showReminder = (reminder: Reminder): (() => void) =>
  mapLists((list, input) => withOne(list, reminder, input));

/** Shows what a change will make of a reminder, in every list. */
export function showChange(name: ShownChange, given: Given): () => void {
  const lists = queryClient.getQueriesData<List>({ queryKey: api.reminders.list.key() });
  const known = lists.flatMap(([, list]) => list?.reminders ?? []).find(({ id }) => id === given.reminderId);
  const after = known && MAKES[name](known, given);
  return after ? showReminder(after) : mapLists((list) => list.filter(({ id }) => id !== given.reminderId));
}

const isShown = ({ path: [noun, name = ""] }: WaitingCall): boolean =>
  noun === "reminders" && Object.hasOwn(MAKES, name);

const waiting = (): WaitingCall[] => (currentDevice()?.outbox.unsent() ?? []).filter(isShown);

/** Reminders as the server has them, with what it doesn't know yet: what was done without a connection stays on the page. */
async function listNow(input: ListInput, signal: AbortSignal): Promise<List> {
  const before = waiting();
  const answer = await api.reminders.list.call(input, { signal });
  const calls = new Set([...before, ...waiting()]);
  let { reminders } = answer;
  for (const { path, input: given } of calls) {
    const { reminderId } = given as Given;
    const known = reminders.find(({ id }) => id === reminderId);
    const after = known && MAKES[path[1] as ShownChange](known, given as Given);
    reminders = after ? withOne(reminders, after, input) : reminders.filter(({ id }) => id !== reminderId);
  }
  // Whatever the server makes of them is asked for then.
  if (calls.size > 0) refreshReminders();
  return { ...answer, reminders };
}

export const useReminders = (input: ListInput) =>
  useQuery({
    ...api.reminders.list.queryOptions({ input }),
    queryFn: ({ signal }) => listNow(input, signal),
  });
