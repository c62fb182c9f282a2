import type { Changeset, PartState } from "#contract/changesets.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

export type Way = "apply" | "refuse" | "undo";
export type ChangedNote = Changeset["notes"][number];
export type Part = ChangedNote["parts"][number];
export type ChangedRecord = Changeset["records"][number];
export type ChangesetList = Awaited<ReturnType<Rpc["changesets"]["list"]>>["changesets"];
export type States = Partial<Record<PartState, number>>;

/** One change of a changeset: a part of a note, or a record. */
export type Ref = { noteId: string; part: number } | { record: number };

export const keyOf = (ref: Ref): string =>
  "record" in ref ? `record/${ref.record}` : `${ref.noteId}/${ref.part}`;

export const refOf = (key: string): Ref => {
  const [first = "", second = ""] = key.split("/");
  return first === "record" ? { record: Number(second) } : { noteId: first, part: Number(second) };
};

/** The states in which a change can go each way, when it is named (server/changesets/decide.ts). */
const FROM: Record<Way, readonly PartState[]> = {
  apply: ["proposed", "changed", "undone", "refused"],
  refuse: ["proposed", "changed"],
  undo: ["applied", "kept"],
};

export const canGo = (way: Way, state: PartState): boolean => FROM[way].includes(state);

/** Those that "Accept all" and "Refuse all" mean: who undid or refused one has decided about it. */
export const isWaiting = (state: PartState): boolean => state === "proposed" || state === "changed";
/** Those that "Undo all" means. */
export const isIn = (state: PartState): boolean => canGo("undo", state);

/** Whether a button for several means this one. */
export const isMeant = (way: Way, state: PartState): boolean =>
  way === "undo" ? isIn(state) : isWaiting(state);

export const partRefs = ({ noteId, parts }: ChangedNote) =>
  parts.map(({ state, place }) => ({ ref: { noteId, part: place } satisfies Ref, state }));

export const recordRefs = (records: readonly ChangedRecord[]) =>
  records.map(({ place, state }) => ({ ref: { record: place } satisfies Ref, state }));

export const allRefs = ({ notes, records }: Changeset) => [
  ...notes.flatMap(partRefs),
  ...recordRefs(records),
];

export function stateOf(changeset: Changeset, ref: Ref): PartState | undefined {
  return "record" in ref
    ? changeset.records.find(({ place }) => place === ref.record)?.state
    : changeset.notes
        .find(({ noteId }) => noteId === ref.noteId)
        ?.parts.find(({ place }) => place === ref.part)?.state;
}

export function countStates(all: readonly { state: PartState }[]): States {
  const counts: States = {};
  for (const { state } of all) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const sum = (states: States, ...names: PartState[]) =>
  names.reduce((total, name) => total + (states[name] ?? 0), 0);

export const waitingIn = (states: States): number => sum(states, "proposed", "changed");

/** "3 wait, 2 accepted, 1 refused". */
export function summaryWords(states: States): string {
  const counted = [
    [waitingIn(states), (count: number) => plural(count, { one: "{count} waits", other: "{count} wait" })],
    [sum(states, "applied"), (count: number) => plural(count, { other: "{count} accepted" })],
    [sum(states, "refused"), (count: number) => plural(count, { other: "{count} refused" })],
    [sum(states, "undone", "merged"), (count: number) => plural(count, { other: "{count} undone" })],
    [sum(states, "kept"), (count: number) => plural(count, { other: "{count} kept" })],
    [sum(states, "gone"), (count: number) => plural(count, { other: "{count} can no longer be written" })],
  ] as const;
  const parts = counted.flatMap(([count, words]) => (count > 0 ? [words(count)] : []));
  return new Intl.ListFormat(language, { type: "unit" }).format(parts);
}

export const STATE_WORDS: Record<PartState, string> = {
  proposed: t("Waiting"),
  refused: t("Refused"),
  applied: t("Accepted"),
  changed: t("Someone has written here since"),
  undone: t("Undone"),
  merged: t("Undone, apart from what was written since"),
  kept: t("Kept: it was written in since"),
  gone: t("It was deleted, or is no longer shared with you"),
};

/** A record has no text that somebody could write in. */
export const RECORD_STATE_WORDS: Record<PartState, string> = {
  ...STATE_WORDS,
  changed: t("It was changed since"),
  merged: t("Undone, apart from what was changed since"),
  kept: t("Kept: it was changed since"),
};

/** What a decision leads to, shown until the server has answered. */
export const EXPECTED: Record<Way, PartState> = { apply: "applied", refuse: "refused", undo: "undone" };
