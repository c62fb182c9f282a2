import { z } from "zod";
import type { Agent } from "#contract/agents.ts";
import type { ChangedRecord, Changeset } from "#contract/changesets.ts";
import { type ChangesetDeps, readChangeset } from "../../changesets/changesets.ts";
import { decide } from "../../changesets/decide.ts";
import type { Tx } from "../../db/client.ts";

/**
 * Does what its person has allowed beforehand, by kind; removals, and what belongs to others, wait all the same. What was done is not done
 * again.
 * @returns how many changes are done
 */
export async function applyAllowed(
  deps: ChangesetDeps,
  userId: string,
  id: string,
  applies: Agent["applies"],
): Promise<number> {
  const { changeset, foreign } = await deps.db.withUser(userId, async (tx) => {
    const read = await readChangeset(tx, id);
    return { changeset: read, foreign: await foreignIn(tx, read) };
  });
  const chosen = allowedOf(changeset, { applies, foreign });
  const isLeft = chosen.notes.some(({ parts }) => parts.length > 0) || chosen.records.length > 0;
  // Done already, by a run that was killed right after.
  if (!isLeft) return countApplied(changeset);
  const after = await decide(deps, userId, { id, way: "apply", ...chosen });
  return countApplied(after);
}

type Allowed = Pick<Agent, "applies"> & { foreign: ReadonlySet<string> };

function allowedOf({ notes, records }: Changeset, { applies, foreign }: Allowed) {
  const own = notes.filter(({ noteId }) => !foreign.has(noteId));
  return {
    notes: applies.includes("text")
      ? own.map(({ noteId, parts }) => ({
          noteId,
          parts: parts.flatMap(({ state }, index) => (state === "proposed" ? [index] : [])),
        }))
      : [],
    records: records.flatMap(({ kind, action, place, state, ...record }) =>
      applies.includes(kind) &&
      action !== "remove" &&
      state === "proposed" &&
      !idsOf(record).some((each) => foreign.has(each))
        ? [place]
        : [],
    ),
  };
}

/** Of what it changes, and of where that is or goes. */
const idsOf = ({ recordId, fields }: Pick<ChangedRecord, "recordId" | "fields">): string[] => [
  recordId,
  ...fields.flatMap(({ after }) =>
    typeof after === "string" && UUID.safeParse(after).success ? [after] : [],
  ),
];
const UUID = z.uuid();

/** What belongs to somebody else, who allowed a person to write there, not what works by itself. */
async function foreignIn(tx: Tx, { notes, records }: Changeset): Promise<Set<string>> {
  const ids = [...notes.map(({ noteId }) => noteId), ...records.flatMap(idsOf)];
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND user_id <> $2
      UNION ALL SELECT id FROM folders WHERE id = ANY ($1::uuid[]) AND user_id <> $2
      UNION ALL SELECT id FROM tasks WHERE id = ANY ($1::uuid[]) AND user_id <> $2
      UNION ALL SELECT id FROM calendars WHERE id = ANY ($1::uuid[]) AND user_id <> $2
      UNION ALL SELECT id FROM calendar_events WHERE id = ANY ($1::uuid[]) AND user_id <> $2`,
    [ids, tx.userId],
    "foreign-to-agent",
  );
  return new Set(rows.map(({ id }) => id));
}

/** As proposals are counted: a note's text is one. */
const countApplied = ({ notes, records }: Changeset): number =>
  notes.filter(({ parts }) => parts.some(({ state }) => state === "applied")).length +
  records.filter(({ state }) => state === "applied").length;
