import type { Services } from "../base.ts";
import { listCollections } from "../calendar/objects/collections.ts";
import {
  changesOfCalendar,
  findObjects,
  listObjects,
  tokenOfCalendar,
} from "../calendar/objects/find-objects.ts";
import { eventsBetween, type Range } from "../calendar/objects/objects-between.ts";
import { writeObjects } from "../calendar/objects/read-objects.ts";
import { putEventObject, removeEventObject } from "../calendar/objects/save-object.ts";
import type { Tx } from "../db/client.ts";
import type { Expectation, ObjectChanges, ObjectState, StoredObject } from "../ics/stored-object.ts";
import {
  changesOfTasks,
  findTaskObjects,
  listTaskObjects,
  tokenOfTasks,
} from "../tasks/objects/find-objects.ts";
import { writeTaskObjects } from "../tasks/objects/read-objects.ts";
import { putTaskObject, removeTaskObject } from "../tasks/objects/save-object.ts";
import { hexOf } from "./colors.ts";

export type DavObject = ObjectState & { id: string; uid: string };
export type Change = { name: string; expect: Expectation };

/** A calendar with its events, or all tasks: what the protocol asks of either. */
export type Collection = {
  slug: string;
  name: string;
  component: "VEVENT" | "VTODO";
  /** #rrggbb */
  color: string | null;
  /** Of a calendar; tasks have one collection, which is always there. */
  calendarId: string | null;
  /** Another account shares it. */
  isShared: boolean;
  /** Its events come from elsewhere. */
  isReadOnly: boolean;
  tokenOf: (tx: Tx) => Promise<{ token: string; epoch: string }>;
  list: (tx: Tx, epoch: string) => Promise<DavObject[]>;
  find: (tx: Tx, epoch: string, names: string[]) => Promise<DavObject[]>;
  write: (tx: Tx, objects: DavObject[]) => Promise<StoredObject[]>;
  /** Null when the token says nothing any more. */
  changes: (tx: Tx, since: string) => Promise<ObjectChanges | null>;
  /** Ids of what may happen in the range; null where only the files tell. */
  between: (tx: Tx, range: Range) => Promise<Set<string> | null>;
  put: (change: Change & { text: string }) => Promise<{ isNew: boolean }>;
  remove: (change: Change) => Promise<void>;
};

/** No calendar is called so: their addresses are ids, or what a client chose when this was taken. */
const TASKS_SLUG = "tasks";

type Deps = Pick<Services, "db" | "collab">;

export async function collectionsOf(deps: Deps, userId: string): Promise<Collection[]> {
  const calendars = await deps.db.withUser(userId, listCollections);
  const ofEvents = calendars
    .filter(({ slug }) => slug !== TASKS_SLUG)
    .map(({ id, ownerId, slug, name, color, isReadOnly }): Collection => ({
      slug,
      name,
      component: "VEVENT",
      color: hexOf(color),
      calendarId: id,
      isShared: ownerId !== userId,
      isReadOnly,
      tokenOf: (tx) => tokenOfCalendar(tx, { id, ownerId }),
      list: (tx, epoch) => listObjects(tx, { id, ownerId }, epoch),
      find: (tx, epoch, names) => findObjects(tx, { id, ownerId }, epoch, names),
      write: (tx, objects) => writeObjects(tx, { id, ownerId }, objects),
      changes: (tx, since) => changesOfCalendar(tx, { id, ownerId }, since),
      between: (tx, range) => eventsBetween(tx, { id, ownerId }, range),
      put: (change) => putEventObject(deps.db, userId, { calendar: { id, ownerId }, ...change }),
      remove: (change) => removeEventObject(deps.db, userId, { calendar: { id, ownerId }, ...change }),
    }));
  return [...ofEvents, tasksOf(deps, userId)];
}

const tasksOf = (deps: Deps, userId: string): Collection => ({
  slug: TASKS_SLUG,
  name: "Tasks",
  component: "VTODO",
  color: null,
  calendarId: null,
  isShared: false,
  isReadOnly: false,
  tokenOf: tokenOfTasks,
  list: listTaskObjects,
  find: findTaskObjects,
  write: writeTaskObjects,
  changes: changesOfTasks,
  between: async () => null,
  put: (change) => putTaskObject(deps, userId, change),
  remove: (change) => removeTaskObject(deps, userId, change),
});
