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

/**
 * Keeps on this device which components are selected, and shows them on a screen whose dashboard can't be loaded. The account is their
 * home.
 */
export const KeptSelected = ({ screen }: { screen?: ScreenKind }) =>
  screen ? <Shown screen={screen} /> : <Keep />;

function Keep() {
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

/** Asks for nothing: the dashboard that failed would be asked for again, and take this off the page meanwhile. */
function Shown({ screen }: { screen: ScreenKind }) {
  const userId = useUser()?.id;
  const kept = userId ? readKept(local.get(keptKey(userId))) : [];
  if (kept.length === 0) return null;
  const shown = { id: "kept", name: "", isDefault: true, createdAt: NEVER, updatedAt: NEVER };
  return (
    <Catalog value={catalog}>
      <DashboardGrid layout={{ ...shown, config: configOfKept(kept) }} screen={screen} isEditing={false} />
    </Catalog>
  );
}
