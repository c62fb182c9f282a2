import type { LayoutConfig, PlacedWidget } from "#contract/layouts.ts";
import {
  MOST_WIDGETS,
  type PanelName,
  type SmallScreen,
  type WidgetSize,
} from "#contract/shared/dashboard.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { changeConfig, known } from "./layout-changes.ts";
import {
  addSelected,
  followDesktop,
  moveWidget,
  placeInPanel,
  removeWidget,
  type ScreenKind,
  setHidden,
  setKey,
  setPanelSizes,
  setProps,
  setSize,
  type Target,
} from "./model/arrangement.ts";

const PANEL_FAILED = t("Failed to update panel configuration");
const LAYOUT_FAILED = t("Failed to save panel layout");

/** One that is added again takes its own place. */
const isFull = (id: string, key: string): boolean => {
  const widgets = known(id)?.config.gridLayout.widgets ?? [];
  return widgets.length >= MOST_WIDGETS && !widgets.some(({ component_key: other }) => other === key);
};

/** What a person does to a dashboard, each with its words. Every one answers whether it holds. */
export const arrange = {
  move: (id: string, screen: ScreenKind, slot: string, target: Target) =>
    changeConfig(id, moveWidget(screen, slot, target), { done: t("Moved a widget"), failed: LAYOUT_FAILED }),

  toPanel: (id: string, slot: string, panel: PanelName) =>
    changeConfig(id, moveWidget("desktop", slot, { panel }), {
      done: t("Moved a widget"),
      failed: PANEL_FAILED,
    }),

  remove: (id: string, slot: string, name: string) =>
    changeConfig(id, removeWidget(slot), {
      done: t("Removed {name}", { name }),
      failed: PANEL_FAILED,
      isTold: true,
    }),

  settings: (id: string, slot: string, props: Record<string, unknown>) =>
    changeConfig(id, setProps(slot, props), { done: t("Changed a widget"), failed: PANEL_FAILED }),

  member: (id: string, slot: string, key: string) =>
    changeConfig(id, setKey(slot, key), { done: t("Changed a widget"), failed: PANEL_FAILED }),

  size: (id: string, screen: ScreenKind, slot: string, size: WidgetSize) =>
    changeConfig(id, setSize(screen, slot, size), {
      done: t("Changed a widget's size"),
      failed: LAYOUT_FAILED,
    }),

  sizes: (id: string, sizes: Record<string, number>) =>
    changeConfig(id, setPanelSizes(sizes), {
      done: t("Changed the size of panels"),
      failed: LAYOUT_FAILED,
    }),

  hide: (id: string, screen: SmallScreen, slot: string, isHidden: boolean) =>
    changeConfig(id, setHidden(screen, slot, isHidden), {
      done: isHidden ? t("Hid a widget") : t("Showed a widget"),
      failed: LAYOUT_FAILED,
    }),

  followDesktop: (id: string, screen: SmallScreen) =>
    changeConfig(id, followDesktop(screen), {
      done: t("Followed the desktop's arrangement"),
      failed: LAYOUT_FAILED,
    }),

  async add(id: string, panel: PanelName | null, widget: { key: string; name: string; size: WidgetSize }) {
    const props: PlacedWidget["props"] = {};
    const { key, name, size } = widget;
    if (!panel && isFull(id, key)) {
      toast.error(t("A dashboard holds at most {count} widgets. Remove one first.", { count: MOST_WIDGETS }));
      return false;
    }
    const words = panel
      ? t("Component added to {panel} panel", { panel })
      : t("{name} added to selected components", { name });
    return changeConfig(id, panel ? placeInPanel(panel, key, props) : addSelected(key, size), {
      done: words,
      failed: panel ? t("Failed to add component to panel") : t("Failed to add component to selected area"),
      isTold: true,
    });
  },

  replace: (id: string, config: LayoutConfig, done: string) =>
    changeConfig(id, () => config, { done, failed: LAYOUT_FAILED, isTold: true }),
};
