import { type Layout, LayoutConfig } from "#contract/layouts.ts";
import type { Row } from "../db/row.ts";
import type { layouts } from "../db/schema/layouts.ts";

const NAMES = ["id", "name", "layout_config", "is_default", "created_at", "updated_at"] as const;
export const COLUMNS = NAMES.join(", ");
export type LayoutRow = Row<typeof layouts, typeof NAMES>;

/** A config that is none, of an older version or another program, is shown as an empty one; it stays stored until it is changed. */
export function toLayout(row: LayoutRow): Layout {
  const config = LayoutConfig.safeParse(row.layout_config);
  return {
    id: row.id,
    name: row.name,
    config: config.success ? config.data : LayoutConfig.parse({}),
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
