import type { Tx } from "../db/client.ts";
import { recordChange } from "../live/record-change.ts";

/** The agent's changesets of this title; whoever decides about one just now comes first. */
const PROPOSED = `SELECT c.id FROM changesets c WHERE c.user_id = $1 AND c.title = $3
    AND EXISTS (SELECT FROM agent_runs r WHERE r.changeset_id = c.id AND r.agent_id = $2) FOR UPDATE`;
/** One that somebody has changed further is theirs by now. */
const UNDECIDED = `DELETE FROM changesets c WHERE c.id = ANY ($1) AND c.updated_at = c.created_at
    AND NOT EXISTS (SELECT FROM changeset_records r WHERE r.changeset_id = c.id AND r.state <> 'proposed')
    AND NOT EXISTS (SELECT FROM changeset_notes n, jsonb_array_elements(n.parts) AS part
      WHERE n.changeset_id = c.id AND part->>'state' <> 'proposed')
  RETURNING c.id`;

/**
 * Forgets those of an agent's changesets in which nobody has decided or changed anything: what it proposes now stands in their place. One that runs
 * every day would else propose the same every day, until somebody looks.
 */
export async function withdrawUndecided(
  tx: Tx,
  { agentId, title }: { agentId: string; title: string },
): Promise<void> {
  const before = await tx.query<{ id: string }>(PROPOSED, [tx.userId, agentId, title], "proposed-by-agent");
  if (before.length === 0) return;
  const gone = await tx.query<{ id: string }>(
    UNDECIDED,
    [before.map(({ id }) => id)],
    "withdraw-undecided-of-agent",
  );
  for (const { id } of gone)
    await recordChange(tx, { userId: tx.userId, entity: "changeset", entityId: id, operation: "delete" });
}
