import type { AssistantActionOfOwn } from "#contract/assistant.ts";
import { MOST_ACTIONS, type OwnOutcome } from "#contract/shared/assistant-choices.ts";
import type { Database } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { assistantActions } from "../../db/schema/assistant-actions.ts";
import { Failure, notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";

const COLUMNS = ["id", "name", "instruction", "outcome", "created_at", "updated_at"] as const;
type ActionRow = Row<typeof assistantActions, typeof COLUMNS>;

const toAction = (row: ActionRow): AssistantActionOfOwn => ({
  id: row.id,
  name: row.name,
  instruction: row.instruction,
  outcome: row.outcome as OwnOutcome,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function listActions(db: Database, userId: string): Promise<AssistantActionOfOwn[]> {
  const rows = await db.queryAs<ActionRow>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM assistant_actions WHERE user_id = $1 ORDER BY lower(name), id`,
    [userId],
    "list-assistant-actions",
  );
  return rows.map(toAction);
}

type Words = Pick<AssistantActionOfOwn, "id" | "name" | "instruction" | "outcome">;

/** @throws Failure CONFLICT when the id is another account's, INVALID_INPUT when there are too many */
export function saveAction(db: Database, userId: string, words: Words): Promise<AssistantActionOfOwn> {
  const { id, name, instruction, outcome } = words;
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query("SELECT 1 FROM assistant_actions WHERE id = $1 FOR UPDATE", [id]);
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM assistant_actions WHERE user_id = $1",
      [userId],
    );
    if (!known && count >= MOST_ACTIONS)
      throw new Failure("INVALID_INPUT", `You already have ${MOST_ACTIONS} actions. Delete one first.`);
    const [row] = await tx.query<ActionRow>(
      known
        ? "UPDATE assistant_actions SET name = $3, instruction = $4, outcome = $5, updated_at = now() WHERE id = $1 AND user_id = $2 RETURNING *"
        : "INSERT INTO assistant_actions (id, user_id, name, instruction, outcome) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING RETURNING *",
      [id, userId, name, instruction, outcome],
    );
    if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    const operation = known ? "update" : "insert";
    await recordChange(tx, { userId, entity: "assistantAction", entityId: id, operation });
    return toAction(row);
  });
}

export function removeAction(db: Database, userId: string, actionId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query("DELETE FROM assistant_actions WHERE id = $1 RETURNING id", [actionId]);
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "assistantAction", entityId: actionId, operation: "delete" });
  });
}
