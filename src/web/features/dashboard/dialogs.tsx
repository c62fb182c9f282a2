import { create } from "zustand";
import type { PanelName } from "#contract/shared/dashboard.ts";
import { deferred } from "../../ui/deferred.tsx";
import type { Slot } from "./model/arrangement.ts";

type Opened =
  | { kind: "add"; layoutId: string; panel: PanelName | null }
  | { kind: "settings"; layoutId: string; slot: Slot };

const useOpened = create<{ opened: Opened | null }>(() => ({ opened: null }));

export const addTo = (layoutId: string, panel: PanelName | null): void =>
  useOpened.setState({ opened: { kind: "add", layoutId, panel } });
export const openSettings = (layoutId: string, slot: Slot): void =>
  useOpened.setState({ opened: { kind: "settings", layoutId, slot } });
const close = () => useOpened.setState({ opened: null });

const AddWidgetDialog = deferred(async () => (await import("./add-widget-dialog.tsx")).AddWidgetDialog);
const WidgetSettingsDialog = deferred(
  async () => (await import("./widget-settings-dialog.tsx")).WidgetSettingsDialog,
);

/** Dialogs that need the catalog, which stands around the dashboard alone. */
export function DashboardDialogs() {
  const opened = useOpened((state) => state.opened);
  if (!opened) return null;
  return opened.kind === "add" ? (
    <AddWidgetDialog layoutId={opened.layoutId} panel={opened.panel} onClose={close} />
  ) : (
    <WidgetSettingsDialog layoutId={opened.layoutId} slot={opened.slot} onClose={close} />
  );
}
