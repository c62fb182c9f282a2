import { LayoutConfig } from "#contract/layouts.ts";
import { changesOf, fieldsBefore } from "../activity/fields-before.ts";
import { defineFeature, type Undo } from "../feature.ts";
import { layoutChanges } from "./changes.ts";
import { notFound } from "../failure.ts";
import { importLayouts, trashUntouchedLayouts } from "./import-layouts.ts";
import { type LayoutChange, listLayouts, removeLayout, restoreLayout, updateLayout } from "./layouts.ts";
import { layoutRoutes } from "./routes.ts";

const undoByRemoving: Undo = { run: (db, userId, { entityId }) => removeLayout(db, userId, entityId) };

/** Fields that are put back, with their names in messages. */
const LOGGED = { name: "name", config: "arrangement" };

const undoChange: Undo = {
  isPossible: (entry) => Object.keys(changesOf(entry)).length > 0,
  run: async (db, userId, entry) => {
    const now = (await listLayouts(db, userId)).find(({ id }) => id === entry.entityId);
    if (!now) throw notFound();
    const { config, ...changes } = changesOf(entry);
    // The log keeps keys in an order of its own; a config is compared in that of its schema.
    const inOrder = config && {
      from: LayoutConfig.parse(config.from),
      to: LayoutConfig.parse(config.to),
    };
    const metadata = { changes: { ...changes, ...(inOrder && { config: inOrder }) } };
    const back = fieldsBefore({ metadata }, LOGGED, now) as Omit<LayoutChange, "layoutId">;
    await updateLayout(db, userId, { ...back, layoutId: entry.entityId });
  },
};

export const layoutsFeature = defineFeature({
  routes: { layouts: layoutRoutes },
  changes: { layout: layoutChanges },
  trash: {
    layout: {
      listed: `SELECT 'layout' AS kind, id, name, NULL::text AS place, 0 AS notes, NULL::int AS size, trashed_at
        FROM dashboard_layouts WHERE user_id = $1 AND trashed_at IS NOT NULL`,
      all: "SELECT 'layout' AS kind, id FROM dashboard_layouts WHERE user_id = $1 AND trashed_at <= $2::timestamptz",
      restore: restoreLayout,
      erase: {
        together: async (tx, ids) => {
          const gone = await tx.query<{ name: string }>(
            "DELETE FROM dashboard_layouts WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NOT NULL RETURNING name",
            [ids, tx.userId],
          );
          return { removed: { layout: gone.length }, titles: gone.map(({ name }) => name) };
        },
      },
    },
  },
  undo: {
    layout_created: undoByRemoving,
    layout_restored: undoByRemoving,
    layout_deleted: {
      run: async (db, userId, { entityId, metadata }) => {
        await restoreLayout(db, userId, entityId);
        if (metadata["wasDefault"] === true)
          await updateLayout(db, userId, { layoutId: entityId, isDefault: true });
      },
    },
    layout_updated: undoChange,
  },
  importRows: { layouts: { add: importLayouts, removeUntouched: trashUntouchedLayouts } },
  cleanup: async ({ db }) => {
    const [gone] = await db.asSystem("remove dashboards from the trash", (tx) =>
      tx.call<{ layouts: number }>("purgeLayouts"),
    );
    return gone;
  },
});
