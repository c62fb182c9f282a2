import type { CalendarEvent, EventInstance } from "#contract/events.ts";
import { api, persistQueries, queryClient } from "../../../platform/api.ts";
import { cachedFrame } from "../../../kernel/workspace/frame.ts";
import { browserTimeZone } from "../../../lib/dates.ts";

export type Listed = { events: CalendarEvent[]; instances: EventInstance[]; isTruncated: boolean };
export type ListInput = {
  from: string;
  to: string;
  timeZone: string;
  /** Of this project alone. */
  projectId?: string;
};

/** The zone on whose clock events are shown: the account's, until it is known the browser's. */
export const zoneNow = (): string => cachedFrame()?.preferences.settings.timeZone ?? browserTimeZone();

/** What reckons repetitions; it is there before anything is changed, also without the server. */
export const loadInstances = () => import("#language/instances.ts");

/**
 * What happens in some days. The server tells the rules, and the page reckons: a thousand of them are quicker reckoned than their
 * instances are written and read.
 */
export const eventsIn = (input: ListInput) => ({
  ...api.events.list.queryOptions({ input }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Listed> => {
    const [{ instancesOf }, { events, replaced = {} }] = await Promise.all([
      loadInstances(),
      api.events.list.call({ ...input, instances: false }, { signal }),
    ]);
    const listed: Listed = { events: [], instances: [], isTruncated: false };
    let sinceTurn = performance.now();
    for (const event of events) {
      if (listed.instances.length > MOST_INSTANCES) break;
      // Keys and presses are heard between the events of a long list.
      if (performance.now() - sinceTurn > TURN_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        sinceTurn = performance.now();
      }
      const found = instancesOf(event, input.from, input.to, input.timeZone, replaced[event.id]);
      if (found.length === 0) continue;
      listed.events.push(event);
      for (const instance of found) listed.instances.push({ eventId: event.id, ...instance });
    }
    listed.instances.sort((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)));
    listed.isTruncated = listed.instances.length > MOST_INSTANCES;
    return listed;
  },
});

/** As the server has it. */
const MOST_INSTANCES = 20_000;
const TURN_MS = 10;

const inputOf = (key: readonly unknown[]) => (key[1] as { input: ListInput }).input;
const lists = () => queryClient.getQueriesData<Listed>({ queryKey: api.events.list.key() });

export function knownEvents(): Map<string, CalendarEvent> {
  const known = new Map<string, CalendarEvent>();
  for (const [, data] of lists()) for (const event of data?.events ?? []) known.set(event.id, event);
  return known;
}

export const knownEvent = (eventId: string): CalendarEvent | undefined =>
  queryClient.getQueryData<CalendarEvent>(api.events.get.queryKey({ input: { eventId } })) ??
  knownEvents().get(eventId);

/** The instances of its own that a series has. */
const changedOf = (known: Map<string, CalendarEvent>, seriesId: string) =>
  [...known.values()].filter((event) => event.seriesId === seriesId);

/** Which others are in a project, only the server knows. */
const isListed = ({ events }: Listed, { id, seriesId }: CalendarEvent) =>
  events.some((event) => event.id === id || event.id === seriesId);

/** What is to be shown otherwise: events as they are now, and those that are gone. */
export type Shown = {
  put?: readonly CalendarEvent[];
  drop?: readonly string[];
  /** The project that what is new is put into. */
  projectId?: string | undefined;
};

/** Shows a change in every list that this page knows, before the server has answered; answers what takes it back. */
export async function showEvents({ put = [], drop = [], projectId: into }: Shown): Promise<() => void> {
  const { instancesOf } = await loadInstances();
  const queryKey = api.events.list.key();
  // An answer that is on its way knows nothing of the change, and would take it off the page for a moment.
  await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  const before = lists();
  const known = knownEvents();
  const touched = new Set([...drop, ...put.map(({ id }) => id)]);
  // What becomes an event of its own, or is none any more, is an instance that its series leaves out or has again.
  for (const id of [...touched]) touchSeries(known.get(id)?.seriesId);
  for (const { seriesId } of put) touchSeries(seriesId);
  function touchSeries(seriesId: string | null | undefined): void {
    if (seriesId && !drop.includes(seriesId)) touched.add(seriesId);
  }
  for (const id of drop) known.delete(id);
  for (const event of put) known.set(event.id, event);
  for (const [key, data] of before) {
    if (!data) continue;
    const { from, to, timeZone, projectId } = inputOf(key);
    const events = data.events.filter(({ id }) => !touched.has(id));
    const instances = data.instances.filter(({ eventId }) => !touched.has(eventId));
    for (const id of touched) {
      const event = known.get(id);
      if (!event || (projectId && projectId !== into && !isListed(data, event))) continue;
      const replaced = changedOf(known, id).flatMap(({ instance }) => instance ?? []);
      const found = instancesOf(event, from, to, timeZone, replaced);
      if (found.length > 0) events.push(event);
      for (const instance of found) instances.push({ eventId: id, ...instance });
    }
    instances.sort((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)));
    queryClient.setQueryData<Listed>(key, { ...data, events, instances });
  }
  for (const event of put) {
    const opened = api.events.get.queryKey({ input: { eventId: event.id } });
    if (queryClient.getQueryData(opened)) queryClient.setQueryData(opened, event);
  }
  // What is made without the server is there after a reload as well.
  persistQueries(queryKey);
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    persistQueries(queryKey);
  };
}
