import type { ChangeSource, ProposedRecord } from "#contract/changesets.ts";
import type { Collab } from "../collab/collab.ts";
import type { Tx } from "../db/client.ts";
import { within } from "../db/within.ts";
import { Failure } from "../failure.ts";
import type { ChangesetDeps } from "./changesets.ts";
import { textOriginOf } from "./text-origin.ts";
import { type At, type RecordRow, rehearse } from "./records.ts";

/** What the server does once a change of a text is committed. */
export type AfterCommit = (() => void)[];

/** Operations that work in this transaction, and tell nobody before it is committed: `afterwards` is done then. */
export function together(deps: ChangesetDeps, tx: Tx, source: ChangeSource, afterwards: AfterCommit): At {
  const { collab } = deps;
  const { room } = collab;
  const quiet = {
    ...collab,
    onLogged: (appended) => afterwards.push(() => collab.onLogged(appended)),
    room: {
      take: room.take.bind(room),
      added: (ownerId, amount) => afterwards.push(() => room.added(ownerId, amount)),
    },
  } as Pick<Collab, "bodies" | "onLogged"> & { room: Pick<Collab["room"], "take" | "added"> };
  return {
    tx,
    services: { db: within(deps.db, tx), collab: quiet as Collab },
    room,
    changeables: deps.changeables,
    textOrigin: textOriginOf(source),
    origin: BY_HAND.has(source.kind) ? "api" : "ai",
  };
}

const BY_HAND = new Set<ChangeSource["kind"]>(["api", "import", "bulk", "rehearsal"]);

/** Nothing of what was tried stays. */
class Rehearsed extends Error {
  readonly rows: RecordRow[];
  constructor(rows: RecordRow[]) {
    super();
    this.rows = rows;
  }
}

/**
 * Does it all, one after the other, and takes it back: what can't be done is known before anybody is asked.
 * @throws Failure of the first that can't, with its place
 */
export async function rehearseRecords(
  deps: ChangesetDeps,
  tx: Tx,
  records: readonly ProposedRecord[],
  source: ChangeSource,
): Promise<RecordRow[]> {
  if (records.length === 0) return [];
  try {
    return await within(deps.db, tx).withUser(tx.userId, async (inner): Promise<never> => {
      const at = together(deps, inner, source, []);
      const rows: RecordRow[] = [];
      for (const [place, record] of records.entries())
        rows.push(await rehearse(at, place, record).catch((error: unknown) => atPlace(error, place)));
      throw new Rehearsed(rows);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.rows.map((row) => ({ ...row, done: null }));
    throw error;
  }
}

function atPlace(error: unknown, place: number): never {
  if (error instanceof Failure)
    throw new Failure(error.code, `records ${place}: ${error.message}`, error.data);
  throw error;
}
