import type { Services } from "../../base.ts";
import { assertRoom } from "../changesets.ts";
import { Failure } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";

/** An empty changeset, to be filled by hand or by the assistant. Repeated with the same id, it answers the one that is there. */
export function startRehearsal(
  { db }: Pick<Services, "db">,
  userId: string,
  { id, title }: { id: string; title: string },
): Promise<{ id: string }> {
  return db.withUser(userId, async (tx) => {
    await assertRoom(tx, 0);
    const made = await tx.query(
      "INSERT INTO changesets (id, user_id, title, source, bytes) VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING RETURNING id",
      [id, userId, title, JSON.stringify({ kind: "rehearsal" })],
    );
    if (made.length > 0)
      await recordChange(tx, { userId, entity: "changeset", entityId: id, operation: "insert" });
    else if (
      (await tx.query("SELECT 1 FROM changesets WHERE id = $1 AND user_id = $2", [id, userId])).length === 0
    )
      throw new Failure("CONFLICT");
    return { id };
  });
}
