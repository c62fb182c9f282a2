import { useEffect } from "react";
import { useLayout } from "../../features/dashboard/layout-changes.ts";
import { DashboardGrid } from "../../features/dashboard/dashboard-grid.tsx";
import type { ScreenKind } from "../../features/dashboard/model/arrangement.ts";
import { configOfKept, keptKey, keptOf, readKept } from "../../features/dashboard/model/kept-selected.ts";
import { Catalog, entryOf, nameOf } from "../../kernel/widgets/catalog.ts";
import { local } from "../../platform/local.ts";
import { useUser } from "../../platform/session.ts";
import { catalog } from "./catalog.ts";

const nameOfKey = (key: string): string => {
  const entry = entryOf(catalog, key);
  return entry ? nameOf(entry, key) : key;
};

/** Keeps on this device which components are selected. The account is their home. */
export function KeepSelected() {
  const { layout } = useLayout();
  const userId = useUser()?.id;
  const config = layout?.config;
  useEffect(() => {
    if (!config || !userId) return;
    const key = keptKey(userId);
    const kept = keptOf(config, nameOfKey, readKept(local.get(key)), new Date().toISOString());
    if (kept.length > 0) local.set(key, JSON.stringify(kept));
    else local.remove(key);
  }, [config, userId]);
  return null;
}

const NEVER = new Date(0).toISOString();

/** Those that this device has kept, while the dashboard itself can't be loaded. */
export function KeptSelected({ screen }: { screen: ScreenKind }) {
  const userId = useUser()?.id;
  const kept = userId ? readKept(local.get(keptKey(userId))) : [];
  if (kept.length === 0) return null;
  const layout = {
    id: "kept",
    name: "",
    config: configOfKept(kept),
    isDefault: true,
    createdAt: NEVER,
    updatedAt: NEVER,
  };
  return (
    <Catalog value={catalog}>
      <DashboardGrid layout={layout} screen={screen} isEditing={false} />
    </Catalog>
  );
}
