import { create } from "zustand";
import type { Changeset } from "#contract/changesets.ts";
import { settle, tellFailed } from "../../kernel/failed-changes.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { rpc, type Rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage, isUnreachable } from "../../platform/rpc-errors.ts";
import { isWaiting, keyOf, type Ref, type Way } from "./parts.ts";

/** Decisions on their way, by changeset and change. */
export const useDeciding = create<{ ways: ReadonlyMap<string, Way> }>(() => ({ ways: new Map() }));

export const fullKey = (id: string, key: string): string => `${id}/${key}`;

type Order = {
  way: Way;
  refs: readonly Ref[];
  /** Of these, what waits by then: another device may have decided otherwise. */
  isAll: boolean;
  done: (answer: Changeset | null) => void;
};

const queues = new Map<string, Order[]>();
const running = new Map<string, Promise<void>>();

/** Resolves when what this page has decided about a changeset is answered. */
export const whenDecided = (id: string): Promise<void> => running.get(id) ?? Promise.resolve();

/**
 * Decides about changes, one call after the other for each changeset; what is decided meanwhile goes together in the next. Answers the changeset as it
 * is then, or null when that failed, which is told.
 */
export function decide(id: string, way: Way, refs: readonly Ref[], isAll = false): Promise<Changeset | null> {
  for (const ref of refs) settle(fullKey(id, keyOf(ref)));
  mark(id, refs, way);
  return new Promise((done) => {
    queues.set(id, [...(queues.get(id) ?? []), { way, refs, isAll, done }]);
    if (!running.has(id)) running.set(id, work(id));
  });
}

function mark(id: string, refs: readonly Ref[], way: Way): void {
  const ways = new Map(useDeciding.getState().ways);
  for (const ref of refs) ways.set(fullKey(id, keyOf(ref)), way);
  useDeciding.setState({ ways });
}

/** Not what was decided otherwise meanwhile. */
function unmark(id: string, refs: readonly Ref[], way: Way): void {
  const ways = new Map(useDeciding.getState().ways);
  for (const key of refs.map((ref) => fullKey(id, keyOf(ref)))) if (ways.get(key) === way) ways.delete(key);
  useDeciding.setState({ ways });
}

async function work(id: string): Promise<void> {
  // What is decided in the same turn goes together.
  await Promise.resolve();
  for (let batch = takeBatch(id); batch.length > 0; batch = takeBatch(id)) await run(id, batch);
  running.delete(id);
  queues.delete(id);
}

function takeBatch(id: string): Order[] {
  const queue = queues.get(id) ?? [];
  const [first] = queue;
  if (!first) return [];
  const end = queue.findIndex((order) => order.way !== first.way || order.isAll || first.isAll);
  return queue.splice(0, end <= 0 ? (end === 0 ? 1 : queue.length) : end);
}

async function run(id: string, batch: readonly Order[]): Promise<void> {
  const [{ way, isAll }] = batch as [Order];
  const refs = batch.flatMap((order) => order.refs);
  try {
    const answer = await rpc.changesets[way]({ id, ...chosenOf(refs), onlyWaiting: isAll });
    await putChangeset(answer);
    unmark(id, refs, way);
    for (const { done } of batch) done(answer);
  } catch (error) {
    unmark(id, refs, way);
    invalidate(api.changesets.key());
    for (const order of batch) {
      tellNotDecided(id, order, error);
      order.done(null);
    }
  }
}

function chosenOf(refs: readonly Ref[]) {
  const notes = new Map<string, number[]>();
  const records: number[] = [];
  for (const ref of refs) {
    if ("record" in ref) records.push(ref.record);
    else notes.set(ref.noteId, [...(notes.get(ref.noteId) ?? []), ref.part]);
  }
  return { notes: [...notes].map(([noteId, parts]) => ({ noteId, parts })), records };
}

const FAILED: Record<Way, string> = {
  apply: t("Couldn't accept the change."),
  refuse: t("Couldn't refuse the change."),
  undo: t("Couldn't undo the change."),
};

function tellNotDecided(id: string, { way, refs, isAll }: Order, error: unknown): void {
  const words = isUnreachable(error)
    ? t("You're offline. Nothing was decided; try again when you're back.")
    : errorCode(error) === "NOT_FOUND"
      ? t("This set of changes was deleted.")
      : ["QUOTA_EXCEEDED", "TOO_LARGE"].includes(errorCode(error) ?? "")
        ? errorMessage(error, FAILED[way])
        : FAILED[way];
  const [only] = refs.length === 1 ? refs : [];
  tellFailed(only ? fullKey(id, keyOf(only)) : null, words, () => decide(id, way, refs, isAll));
}

/** An answer that is on its way was given before. */
export async function putChangeset(changeset: Changeset): Promise<void> {
  const key = api.changesets.get.queryKey({ input: { id: changeset.id } });
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData(key, changeset);
  keepWaiting(changeset);
  invalidate(api.changesets.list.key());
}

type WaitingIn = Awaited<ReturnType<Rpc["changesets"]["waitingIn"]>>;

/** Notes that show what waits for them show no longer what was decided. */
function keepWaiting({ id, notes }: Changeset): void {
  const isOpen = (noteId: string, part: number) => {
    const state = notes
      .find((note) => note.noteId === noteId)
      ?.parts.find(({ place }) => place === part)?.state;
    return state !== undefined && isWaiting(state);
  };
  for (const { queryKey } of queryClient
    .getQueryCache()
    .findAll({ queryKey: api.changesets.waitingIn.key() })) {
    queryClient.setQueryData<WaitingIn>(
      queryKey,
      (known) =>
        known && {
          ...known,
          changesets: known.changesets.map((changeset) =>
            changeset.id === id
              ? { ...changeset, parts: changeset.parts.filter(({ part }) => isOpen(known.noteId, part)) }
              : changeset,
          ),
        },
    );
  }
}
