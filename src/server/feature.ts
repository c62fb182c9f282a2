import type { Activity, ActivityType } from "#contract/activity.ts";
import type { AnyContractProcedure } from "@orpc/contract";
import type { RecordKind } from "#contract/changesets.ts";
import type { ImportRowKind } from "#contract/imports.ts";
import type { TrashKind } from "#contract/trash.ts";
import type { Services } from "./base.ts";
import type { Database, Tx } from "./db/client.ts";
import type { AnyJob } from "./jobs/job.ts";

/**
 * What a noun tells of itself to the places that know all nouns: router, trash, undo, housekeeping. Listed once, in features.ts;
 * those places loop over the list and import no noun.
 */
export type Feature = {
  /** Operations by the name of their part of the contract; parts of several features are joined. */
  routes: object;
  trash?: Partial<Record<TrashKind, InTrash>>;
  /** How entries of the log are taken back; a type that is not named here cannot be. */
  undo?: Undos;
  /** What of an account lies outside the database, and goes with it. */
  outside?: Outside;
  /** Makes rows of our own export again; catalog.ts says of which tables. */
  importRows?: Partial<ImportRowKinds>;
  /** How changesets change things of a kind. */
  changes?: Partial<Record<RecordKind, Changeable>>;
  /** Removes what has had its time; answers what of it is worth a line of the log. Repeated every few hours, by one node. */
  cleanup?: (services: CleanupServices) => Promise<Cleaned | void>;
  /** The same of this node's own disk; repeated on each node. */
  cleanupDisk?: (config: Services["config"]) => Promise<void>;
  /** What is done later, or again and again. */
  jobs?: readonly AnyJob<Services>[];
};

/** Things of one kind in the trash. */
export type InTrash = {
  /** SELECT of kind, id, name, place, notes, size and trashed_at of what user $1 can bring back by itself. */
  listed: string;
  /** SELECT of kind and id of everything of user $1 that went into the trash up to $2. */
  all: string;
  restore: (db: Database, userId: string, id: string) => Promise<unknown>;
  erase: Erase | EraseApart;
  /** It brings other things with it, so it comes before them. */
  isContainer?: true;
};

/** In the transaction of all that is erased together. `titles` are for the log, where it is one thing. */
export type Erase = {
  together: (
    tx: Tx,
    ids: string[],
  ) => Promise<{ removed: Partial<Record<TrashKind, number>>; titles?: string[] }>;
};
/** One at a time, because it lies outside the database too; answers whether it was there. */
export type EraseApart = {
  apart: (services: Pick<Services, "db" | "storage">, userId: string, id: string) => Promise<boolean>;
};

export type Undos = Partial<Record<ActivityType, Undo>>;
export type Undo = {
  /** By the function that did it, so that the log tells of that too. @throws Failure CONFLICT when it was changed again since */
  run: (
    db: Database,
    userId: string,
    entry: Activity & { entityId: string },
    services: Pick<Services, "collab">,
  ) => Promise<unknown>;
  /** Whether this entry says enough for it; absent: any does. */
  isPossible?: (entry: Pick<Activity, "metadata">) => boolean;
};

export type Outside = {
  /** SELECT of `key`: what of user $1 lies there, read before the rows go. */
  keys: string;
  remove: (services: OutsideServices, key: string) => Promise<void>;
  /** A request that was under way may have written it again: removed a second time, a while later. */
  isRemovedTwice?: true;
};

export type OutsideServices = Pick<Services, "storage" | "config" | "egress" | "secrets" | "log">;

export type ImportRowKinds = Record<ImportRowKind, ImportRows>;
export type ImportRows = {
  /** Rows as the export wrote them, with the ids they have here. What is there already stays as it is. */
  add: (db: Database, userId: string, rows: object[], importId: string) => Promise<void>;
  /** Takes back those that nobody changed since; absent: they go with what they belong to. */
  removeUntouched?: (tx: Tx, ids: string[], since: string, importId: string) => Promise<void>;
};

export type CleanupServices = Pick<Services, "db" | "storage" | "collab" | "config">;
/** How many of what were removed, for the log. */
export type Cleaned = Record<string, number>;

type Fields = Record<string, unknown>;
type ChangeServices = Pick<Services, "db" | "collab">;
type Change<Result = unknown> = (services: ChangeServices, userId: string, input: never) => Promise<Result>;

/** Things of one kind as a changeset changes them: by the functions of people's own operations, in a transaction of all its changes. */
export type Changeable = {
  /** The name of its id in `operations`. */
  idName: string;
  /** Whose input the fields of a change are. */
  operations: { create?: AnyContractProcedure; update: AnyContractProcedure; remove: AnyContractProcedure };
  /** What of it people change; null where it is not there, or is in the trash. */
  read: (tx: Tx, id: string) => Promise<Fields | null>;
  /** Fields that change by themselves: no edit of anybody. */
  itself?: readonly string[];
  /** What was removed is made again. */
  hasNoTrash?: true;
  /** Absent: it can't be made of words. */
  create?: Change;
  update: Change;
  /** @returns what `restore` needs to know of it */
  remove: Change;
  /** @throws Failure NOT_FOUND */
  restore: (
    services: ChangeServices,
    userId: string,
    id: string,
    removed: { before: Fields; result: unknown },
  ) => Promise<unknown>;
};

/** For `read`. */
export const without = <T extends object, Name extends keyof T>(
  fields: T,
  names: readonly Name[],
): Omit<T, Name> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as Name))) as Omit<
    T,
    Name
  >;

/** Keeps the exact type, from which the compiler sees which operations are answered. */
export const defineFeature = <const Defined extends Feature>(feature: Defined): Defined => feature;

type Joined = {
  trash: Record<TrashKind, InTrash>;
  importRows: ImportRowKinds;
  changes: Record<RecordKind, Changeable>;
};

/**
 * What all features register under a key.
 * @throws when there is none of one of these names, which are those of the contract
 */
export function joinRegistered<Key extends keyof Joined>(
  features: readonly Feature[],
  key: Key,
  names: readonly (keyof Joined[Key])[],
): Joined[Key] {
  const joined: Partial<Joined[Key]> = Object.assign({}, ...features.map((feature) => feature[key]));
  const missing = names.filter((name) => !(name in joined));
  if (missing.length > 0) throw new Error(`No feature.ts registers, as ${key}: ${missing.join(", ")}`);
  return joined as Joined[Key];
}
