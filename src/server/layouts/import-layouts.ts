import { LayoutConfig } from "#contract/layouts.ts";
import { MOST_LAYOUTS } from "#contract/shared/dashboard.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";

/** Dashboards of an export come beside those that are here; the account's own default one stays it. */
export function importLayouts(db: Database, userId: string, rows: object[]): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const added = await tx.query<{ id: string }>(
      `INSERT INTO dashboard_layouts (id, user_id, name, layout_config, trashed_at, created_at, updated_at)
       SELECT r.id, $1, left(r.name, 100), r.layout_config, r.trashed_at, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
       FROM jsonb_to_recordset($2::jsonb)
         AS r (id uuid, name text, layout_config jsonb, trashed_at timestamptz, created_at timestamptz, updated_at timestamptz)
       WHERE r.id IS NOT NULL AND r.name <> '' ON CONFLICT DO NOTHING RETURNING id`,
      [userId, JSON.stringify(rows.filter(isReadable))],
    );
    const [room] = await tx.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM dashboard_layouts WHERE user_id = $1 AND trashed_at IS NULL",
      [userId],
    );
    if (room!.count > MOST_LAYOUTS)
      throw new Failure("QUOTA_EXCEEDED", `An account can have ${MOST_LAYOUTS} dashboards.`);
    if (added[0])
      await recordChange(tx, { userId, entity: "layout", entityId: added[0].id, operation: "insert" });
  });
}

/** One that nobody arranged is what every account has already. */
function isReadable(row: object): boolean {
  const config = "layout_config" in row ? LayoutConfig.safeParse(row.layout_config) : undefined;
  if (!config?.success) return false;
  const { components, panelSizes, gridLayout } = config.data;
  return [components, panelSizes, gridLayout.widgets].some((part) => Object.keys(part).length > 0);
}

/** Puts those into the trash that nobody changed since that moment. */
export async function trashUntouchedLayouts(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    `UPDATE dashboard_layouts SET trashed_at = now() WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND trashed_at IS NULL
       AND NOT is_default AND updated_at <= $3::timestamptz`,
    [ids, tx.userId, since],
  );
}
