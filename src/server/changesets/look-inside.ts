import { deriveNotes } from "../collab/derive-notes.ts";
import type { Tx } from "../db/client.ts";
import { within } from "../db/within.ts";
import type { ChangesetDeps } from "./changesets.ts";
import { decideWithin } from "./decide.ts";
import { together } from "./together.ts";

/** What reads and writes as if all that waits had been done; nothing of it stays. */
export type Inside = { tx: Tx; deps: ChangesetDeps };

export type Look = {
  id: string;
  /** Whose texts are needed: no list shows them. */
  texts: readonly string[] | "all";
};

/** Ends what was tried. */
class TakenBack extends Error {}

/**
 * Does all that waits in a changeset, lets somebody look at it by the functions that people use, and takes it back: the transaction is
 * the copy of the workspace. Whoever writes in one of its things meanwhile waits as long.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED, and what `look` throws
 */
export async function lookInside<Seen>(
  deps: ChangesetDeps,
  tx: Tx,
  { id, texts }: Look,
  look: (inside: Inside) => Promise<Seen>,
): Promise<Seen> {
  let seen: { is: Seen } | undefined;
  try {
    await within(deps.db, tx).withUser(tx.userId, async (savepoint): Promise<never> => {
      // The transaction may be committed, with nothing of this in it.
      const quiet: Tx = { ...savepoint, announce: () => undefined };
      const { head } = await decideWithin(deps, quiet, {
        id,
        way: "apply",
        ...(texts !== "all" && { texts }),
      });
      const { services } = together(deps, quiet, head.source, []);
      seen = { is: await look({ tx: quiet, deps: { ...services, changeables: deps.changeables } }) };
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return seen!.is;
}

/** Notes that are derived together. */
const BATCH = 100;

/** Search and links follow texts after the commit; who looks at texts that are never committed has to wait for it. */
export async function deriveWaiting({ tx, deps }: Inside): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 AND derived_seq < doc_seq AND trashed_at IS NULL ORDER BY id",
    [tx.userId],
  );
  let due = rows.map(({ id }) => id);
  while (due.length > 0) {
    const batch = due.slice(0, BATCH);
    const { left } = await deriveNotes({ db: deps.db, bodies: deps.collab.bodies }, tx.userId, batch);
    due = [...left, ...due.slice(BATCH)];
  }
}
