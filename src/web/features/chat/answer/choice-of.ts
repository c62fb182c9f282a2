import type { Changeset, PartState } from "#contract/changesets.ts";

const FROM: Record<"apply" | "refuse" | "undo", readonly PartState[]> = {
  apply: ["proposed", "changed"],
  refuse: ["proposed", "changed"],
  undo: ["applied", "kept"],
};

/** All of a changeset that can go this way, as it was shown: what was added to it since isn't decided about. */
export function choiceOf({ id, notes, records }: Changeset, way: keyof typeof FROM) {
  const places = (all: readonly { place: number; state: PartState }[]) =>
    all.flatMap(({ place, state }) => (FROM[way].includes(state) ? [place] : []));
  return {
    id,
    notes: notes.map(({ noteId, parts }) => ({ noteId, parts: places(parts) })),
    records: places(records),
    onlyWaiting: true,
  };
}
