import { TRASH_COUNTS, type TrashItem, type TrashKind } from "#contract/trash.ts";
import { type Feature, type InTrash, joinRegistered } from "../feature.ts";

/** Every kind of thing that can lie in the trash, as its noun registered it. */
export type Kinds = Record<TrashKind, InTrash>;
export type Item = Pick<TrashItem, "kind" | "id">;
export type Counts = Record<(typeof TRASH_COUNTS)[TrashKind], number>;

export const trashKindsOf = (features: readonly Feature[]): Kinds =>
  joinRegistered(features, "trash", Object.keys(TRASH_COUNTS) as TrashKind[]);

/** Containers first: what went into the trash with one comes back, or goes, with it. */
export const inOrder = (kinds: Kinds): [TrashKind, InTrash][] =>
  (Object.entries(kinds) as [TrashKind, InTrash][]).toSorted(
    ([, one], [, other]) => Number(other.isContainer ?? false) - Number(one.isContainer ?? false),
  );

/** Numbers by kind, under the names that answers have for them. */
export const toCounts = (byKind: Partial<Record<TrashKind, number>>): Counts =>
  Object.fromEntries(
    Object.entries(TRASH_COUNTS).map(([kind, name]) => [name, byKind[kind as TrashKind] ?? 0]),
  ) as Counts;
