import type { Layout, LayoutConfig } from "#contract/layouts.ts";
import { DEFAULT_LAYOUT, MOST_LAYOUTS } from "#contract/shared/dashboard.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import { COLUMNS, type LayoutRow, toLayout } from "./layout-row.ts";

/** Two devices of one account take turns: there is one default, and a limit. */
const lockLayouts = (tx: Tx) =>
  tx.query("SELECT pg_advisory_xact_lock(hashtextextended('layouts ' || $1, 0))", [tx.userId]);

const select = (tx: Tx) =>
  tx.query<LayoutRow>(
    `SELECT ${COLUMNS} FROM dashboard_layouts WHERE user_id = $1 AND trashed_at IS NULL ORDER BY is_default DESC, created_at, id`,
    [tx.userId],
    "list-layouts",
  );

/** The dashboards of an account, the default one first; the first call makes it. */
export function listLayouts(db: Database, userId: string): Promise<Layout[]> {
  return db.withUser(userId, async (tx) => {
    let rows = await select(tx);
    if (!rows[0]?.is_default) {
      await lockLayouts(tx);
      await ensureDefault(tx);
      rows = await select(tx);
    }
    return rows.map(toLayout);
  });
}

/** Components that are switched off for everybody. A table that can't be read means that all are on. */
export async function componentsOff(db: Database, userId: string): Promise<string[]> {
  try {
    const rows = await db.queryAs<{ component_type: string }>(
      userId,
      "SELECT component_type FROM dashboard_components WHERE NOT is_enabled ORDER BY component_type",
      [],
    );
    return rows.map(({ component_type: type }) => type);
  } catch {
    return [];
  }
}

/** The oldest one, or a new one. */
async function ensureDefault(tx: Tx): Promise<void> {
  const [first] = await select(tx);
  if (first?.is_default) return;
  if (first) await tx.query("UPDATE dashboard_layouts SET is_default = true WHERE id = $1", [first.id]);
  else
    await tx.query(
      `INSERT INTO dashboard_layouts (id, user_id, name, layout_config, is_default) VALUES ($1, $2, $3, '{}', true)`,
      [uuidV7(), tx.userId, DEFAULT_LAYOUT],
    );
}

/** @throws Failure CONFLICT when the id is taken, INVALID_INPUT when there are too many */
export function createLayout(
  db: Database,
  userId: string,
  {
    id = uuidV7(),
    name,
    config,
  }: { id?: string | undefined; name: string; config?: LayoutConfig | undefined },
): Promise<Layout> {
  return db.withUser(userId, async (tx) => {
    await lockLayouts(tx);
    const rows = await select(tx);
    const known = rows.find((row) => row.id === id);
    // The same call once more.
    if (known?.name === name) return toLayout(known);
    assertRoom(rows.length);
    const [row] = await tx.query<LayoutRow>(
      `INSERT INTO dashboard_layouts (id, user_id, name, layout_config, is_default) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
      [id, userId, name, JSON.stringify(config ?? {}), rows.length === 0],
    );
    if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    await record(tx, id, "insert");
    await log(tx, "layout_created", `Made the dashboard ${quoted(name)}`, id);
    return toLayout(row);
  });
}

const assertRoom = (count: number) => {
  if (count >= MOST_LAYOUTS)
    throw new Failure("INVALID_INPUT", `You already have ${MOST_LAYOUTS} dashboards. Delete one first.`);
};

export type LayoutChange = {
  layoutId: string;
  name?: string | undefined;
  config?: LayoutConfig | undefined;
  isDefault?: true | undefined;
  base?: string | undefined;
};

/** @throws Failure CONFLICT when it was changed since `base` */
export function updateLayout(db: Database, userId: string, change: LayoutChange): Promise<Layout> {
  return db.withUser(userId, async (tx) => {
    await lockLayouts(tx);
    const { layoutId, name, config, isDefault, base } = change;
    const before = (await select(tx)).find(({ id }) => id === layoutId);
    if (!before) throw notFound();
    if (base !== undefined && Date.parse(base) !== before.updated_at.getTime())
      throw new Failure("CONFLICT", "This dashboard was changed elsewhere. Try again.");
    if (isDefault && !before.is_default)
      await tx.query("UPDATE dashboard_layouts SET is_default = false WHERE user_id = $1 AND is_default", [
        userId,
      ]);
    // The page's clock knows milliseconds, and each change needs a moment of its own.
    const [row] = await tx.query<LayoutRow>(
      `UPDATE dashboard_layouts SET name = coalesce($2, name), layout_config = coalesce($3::jsonb, layout_config),
         is_default = is_default OR $4, updated_at = greatest(date_trunc('milliseconds', now()), updated_at + interval '1 millisecond')
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [layoutId, name ?? null, config ? JSON.stringify(config) : null, isDefault ?? false],
      "update-layout",
    );
    await record(tx, layoutId, "update");
    await logChange(tx, {
      type: "layout_updated",
      title: `Changed the dashboard ${quoted(row!.name)}`,
      entityType: "layout",
      entityId: layoutId,
      metadata: { changes: changesOf(toLayout(before), toLayout(row!)) },
    });
    return toLayout(row!);
  });
}

const changesOf = (before: Layout, after: Layout) => ({
  ...(before.name !== after.name && { name: { from: before.name, to: after.name } }),
  ...(JSON.stringify(before.config) !== JSON.stringify(after.config) && {
    config: { from: before.config, to: after.config },
  }),
});

/** Another one becomes the default. @throws Failure CONFLICT for the last one */
export function removeLayout(db: Database, userId: string, layoutId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await lockLayouts(tx);
    const rows = await select(tx);
    const row = rows.find(({ id }) => id === layoutId);
    if (!row) throw notFound();
    if (rows.length === 1) throw new Failure("CONFLICT", "This is your only dashboard, so it stays.");
    await tx.query(
      "UPDATE dashboard_layouts SET trashed_at = now(), is_default = false, updated_at = now() WHERE id = $1",
      [layoutId],
    );
    await ensureDefault(tx);
    await record(tx, layoutId, "delete");
    await log(tx, "layout_deleted", `Deleted the dashboard ${quoted(row.name)}`, layoutId, {
      wasDefault: row.is_default,
    });
  });
}

export function restoreLayout(db: Database, userId: string, layoutId: string): Promise<Layout> {
  return db.withUser(userId, async (tx) => {
    await lockLayouts(tx);
    assertRoom((await select(tx)).length);
    const [row] = await tx.query<LayoutRow>(
      `UPDATE dashboard_layouts SET trashed_at = NULL WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL RETURNING ${COLUMNS}`,
      [layoutId, userId],
    );
    if (!row) throw notFound();
    await record(tx, layoutId, "insert");
    await log(tx, "layout_restored", `Restored the dashboard ${quoted(row.name)}`, layoutId);
    return toLayout(row);
  });
}

const record = (tx: Tx, entityId: string, operation: "insert" | "update" | "delete") =>
  recordChange(tx, { userId: tx.userId, entity: "layout", entityId, operation });

const log = (
  tx: Tx,
  type: "layout_created" | "layout_deleted" | "layout_restored",
  title: string,
  id: string,
  metadata: Record<string, unknown> = {},
) => logActivity(tx, { type, title, entityType: "layout", entityId: id, metadata });
