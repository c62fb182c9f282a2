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
  type Slot,
  slotsOf,
  setHidden,
  setKey,
  setPanelSizes,
  setProps,
  setSize,
  type Target,
} from "./model/arrangement.ts";

const PANEL_FAILED = t("Failed to update panel configuration");
const LAYOUT_FAILED = t("Failed to save panel layout");

/** A widget as it was when it was shown: another device may have moved it since. */
type Named = Pick<Slot, "id" | "componentKey">;

function placeOf(config: LayoutConfig, { id, componentKey }: Named): string | undefined {
  const same = slotsOf(config, "desktop").filter((slot) => slot.componentKey === componentKey);
  return same.find((slot) => slot.id === id)?.id ?? (same.length === 1 ? same[0]!.id : undefined);
}

/** What is to be changed of it, wherever it stands; nothing where it is gone. */
const of =
  (widget: Named, change: (slot: string) => (config: LayoutConfig) => LayoutConfig) =>
  (config: LayoutConfig): LayoutConfig => {
    const slot = placeOf(config, widget);
    return slot === undefined ? config : change(slot)(config);
  };

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

  remove: (id: string, widget: Named, name: string) =>
    changeConfig(id, of(widget, removeWidget), {
      done: t("Removed {name}", { name }),
      failed: PANEL_FAILED,
      isTold: true,
    }),

  /** @returns false also where the widget is not on the dashboard any more, and says so */
  async settings(id: string, widget: Named, props: Record<string, unknown>) {
    const now = known(id);
    if (now && !placeOf(now.config, widget)) {
      toast.error(t("This widget is no longer on the dashboard."));
      return false;
    }
    const change = of(widget, (slot) => setProps(slot, props));
    return changeConfig(id, change, { done: t("Changed a widget"), failed: PANEL_FAILED });
  },

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
