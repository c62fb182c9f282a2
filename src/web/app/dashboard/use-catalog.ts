import { useMemo } from "react";
import { useLayout } from "../../features/dashboard/layout-changes.ts";
import type { CatalogEntry } from "../../kernel/widgets/widget.ts";
import { catalog } from "./catalog.ts";

/** The components of this server: all but those that its operator has switched off. */
export function useCatalog(): readonly CatalogEntry[] {
  const { off } = useLayout();
  return useMemo(() => catalog.filter(({ id }) => !off.includes(id)), [off]);
}
