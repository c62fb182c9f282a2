import { layouts } from "#contract/layouts.ts";
import type { Changeable } from "../feature.ts";
import { createLayout, type LayoutChange, removeLayout, restoreLayout, updateLayout } from "./layouts.ts";

export const layoutChanges: Changeable = {
  idName: "layoutId",
  operations: layouts,
  read: async (tx, id) => {
    const [row] = await tx.query<{ name: string; config: unknown }>(
      `SELECT name, layout_config AS config FROM dashboard_layouts
        WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL FOR UPDATE`,
      [id, tx.userId],
    );
    return row ?? null;
  },
  create: ({ db }, userId, input: Parameters<typeof createLayout>[2]) => createLayout(db, userId, input),
  update: ({ db }, userId, input: LayoutChange) => updateLayout(db, userId, input),
  remove: ({ db }, userId, { layoutId }: { layoutId: string }) => removeLayout(db, userId, layoutId),
  restore: ({ db }, userId, id) => restoreLayout(db, userId, id),
};
