import { isDeepStrictEqual } from "node:util";
import { type ChangeSource, MOST_CHANGED_RECORDS, type ProposedRecord } from "#contract/changesets.ts";
import type { Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { Failure } from "../../failure.ts";
import { type ChangesetDeps, INSERT_RECORDS, readRecords } from "../changesets.ts";
import { applyRecord, type At, json, type RecordRow, rehearse, whyNot } from "../records.ts";
import { together } from "../together.ts";
import { type Merging, type Plan, planChanges, type Step } from "./plan.ts";

type Tried = { rows: RecordRow[]; gone: number[] };
const WAITING = new Set<RecordRow["state"]>(["proposed", "changed"]);
const WAYS: readonly Merging[] = ["there", "last", "beside"];

/**
 * Adds to what waits, after it was tried with all that waits before it.
 * @throws Failure with why it can't be done
 */
export async function addRecords(
  deps: ChangesetDeps,
  tx: Tx,
  id: string,
  { records, source }: { records: readonly ProposedRecord[]; source: ChangeSource },
): Promise<void> {
  const all = await readRecords(tx, id);
  const waiting = all.filter(({ state }) => WAITING.has(state));
  if (all.length + records.length > MOST_CHANGED_RECORDS)
    throw new Failure("INVALID_INPUT", "That is too much for one set of changes. Accept some of them first.");
  const nextPlace = await takePlaces(tx, id, { known: all.map(({ place }) => place), count: records.length });
  const { rows, gone } = await tryWays(deps, tx, source, (way) =>
    planChanges(waiting, records, nextPlace, way),
  );
  await tx.query("DELETE FROM changeset_records WHERE changeset_id = $1 AND place = ANY ($2::int[])", [
    id,
    [...gone, ...rows.map(({ place }) => place)],
  ]);
  await tx.query(INSERT_RECORDS, [id, tx.userId, JSON.stringify(rows)]);
}

type Places = { known: readonly number[]; count: number };

/**
 * A place is never given to another record or part: who decides by it on a page that is behind must not decide about that.
 * @returns the first of them
 */
export async function takePlaces(tx: Tx, id: string, { known: taken, count }: Places): Promise<number> {
  const known = Math.max(-1, ...taken) + 1;
  const [row] = await tx.query<{ next: number }>(
    "UPDATE changesets SET next_place = greatest(next_place, $2) + $3 WHERE id = $1 RETURNING next_place - $3 AS next",
    [id, known, count],
  );
  return row!.next;
}

async function tryWays(
  deps: ChangesetDeps,
  tx: Tx,
  source: ChangeSource,
  planFor: (way: Merging) => Plan,
): Promise<Tried> {
  let first: unknown;
  for (const way of WAYS) {
    const plan = planFor(way);
    try {
      return await tryPlan(deps, tx, source, plan);
    } catch (error) {
      first ??= error;
      if (!(error instanceof Failure) || !plan.isMerged) break;
    }
  }
  throw first;
}

/** Nothing of what was tried stays. */
class Done extends Error {}

async function tryPlan(deps: ChangesetDeps, tx: Tx, source: ChangeSource, plan: Plan): Promise<Tried> {
  const tried: Tried = { rows: [], gone: plan.dropped.map(({ place }) => place) };
  try {
    await within(deps.db, tx).withUser(tx.userId, async (savepoint): Promise<never> => {
      const at = together(deps, { ...savepoint, announce: () => undefined }, source, []);
      for (const step of plan.steps) await tryStep(at, step, tried);
      throw new Done();
    });
  } catch (error) {
    if (!(error instanceof Done)) throw error;
  }
  return tried;
}

async function tryStep(at: At, { place, old, given }: Step, tried: Tried): Promise<void> {
  // A copy: it is only tried.
  if (!given) return applyRecord(at, { ...old! });
  if (old) await assertAsItWas(at, old);
  const row = withoutSame(await rehearse(at, place, given));
  if (old) tried.gone.push(old.place);
  if (row) tried.rows.push({ ...row, done: null });
}

/** What somebody has changed meanwhile is not overwritten by what was proposed before they did. */
async function assertAsItWas(at: At, old: RecordRow): Promise<void> {
  const changeable = at.changeables[old.kind];
  if (whyNot(changeable, old, await changeable.read(at.tx, old.record_id)))
    throw new Failure("CONFLICT", "This was changed meanwhile.");
}

/** What was changed there and back is no change. */
function withoutSame(row: RecordRow): RecordRow | null {
  if (row.action !== "update") return row;
  const [before, after] = [json(row.before!), json(row.after)];
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (fields: typeof after) => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return names.length === 0 ? null : { ...row, before: only(before), after: only(after) };
}
