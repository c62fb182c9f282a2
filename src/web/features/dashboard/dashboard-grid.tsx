import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";
import type { Layout } from "#contract/layouts.ts";
import type { PanelName } from "#contract/shared/dashboard.ts";
import { Catalog, loadWidgets } from "../../kernel/widgets/catalog.ts";
import { useWorkspace } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { gatherCalls } from "../../platform/gather-calls.ts";
import { Button } from "../../ui/button.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { arrange } from "./arrange.ts";
import { addTo, DashboardDialogs, openSettings } from "./dialogs.tsx";
import { focusGrip } from "./grip-focus.ts";
import { known } from "./layout-changes.ts";
import { moveWidget, type ScreenKind, type Slot, slotsOf, stepOf } from "./model/arrangement.ts";
import { PANEL_WORDS } from "./panel-names.ts";
import { COLUMN_SIZE, PX_PER_PERCENT, SECTION_SIZE, SECTIONS } from "./sections.ts";
import { useDrag } from "./use-drag.ts";
import { WidgetSlot } from "./widget-slot.tsx";

const WidgetGrip = deferred(async () => (await import("./widget-tools.tsx")).WidgetGrip);
const WidgetTools = deferred(async () => (await import("./widget-tools.tsx")).WidgetTools);
const HiddenWidgets = deferred(async () => (await import("./widget-tools.tsx")).HiddenWidgets);

type GridProps = { layout: Layout; screen: ScreenKind; isEditing: boolean };

/** Columns of twelve and heights in steps of 8 px; a phone has one column. */
const SIZES = {
  S: "col-span-12 h-48 @md:col-span-6 @4xl:col-span-3",
  M: "col-span-12 h-80 @3xl:col-span-6",
  L: "col-span-12 h-96",
};

/** A dashboard's widgets: the panels row by row, and the selected ones below; one list on small screens. */
export function DashboardGrid(props: GridProps) {
  const { layout, screen, isEditing } = props;
  const slots = slotsOf(layout.config, screen);
  const card = useCards(props);
  useFirstValues(slots);
  const hasGlow = useWorkspace()?.hasGlow === true;
  const inPanels = screen === "desktop" ? slots.filter(({ panel }) => panel) : [];
  const others = screen === "desktop" ? slots.filter(({ panel }) => !panel) : slots;
  return (
    <div data-glow={hasGlow || undefined} className="@container flex flex-col gap-3 pt-1 pb-24">
      {screen === "desktop" && <Panels {...props} card={card} slots={inPanels} />}
      <ul aria-label={t("Widgets")} className="grid grid-cols-12 gap-3">
        {others.map((slot) => (
          <li
            key={slot.id}
            className={clsx("widget-place", SIZES[slot.size])}
            data-drop={isEditing ? `before:${slot.id}` : undefined}
          >
            {card(slot)}
          </li>
        ))}
        {isEditing && screen === "desktop" && (
          <li className="widget-place col-span-12" data-drop="before:">
            <AddHere layoutId={layout.id} panel={null} />
          </li>
        )}
      </ul>
      <DashboardDialogs />
      {isEditing && screen !== "desktop" && <HiddenWidgets layout={layout} screen={screen} />}
    </div>
  );
}

/** Each widget asks for its own values: those that a dashboard begins with go in one request. */
function useFirstValues(slots: readonly Slot[]): void {
  const catalog = useContext(Catalog);
  const isDone = useRef(false);
  // Before the widgets' own effects, which ask.
  useLayoutEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const keys = slots.map(({ componentKey }) => componentKey);
    gatherCalls(loadWidgets(catalog, keys));
  }, [catalog, slots]);
}

type Card = (slot: Slot) => ReactNode;

/** Draws a card with what it can be moved and changed by. */
function useCards({ layout, screen, isEditing }: GridProps): Card {
  const drag = useDrag((id, target) => void arrange.move(layout.id, screen, id, target));
  return (slot) => {
    const handleKey = (event: KeyboardEvent) => {
      const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl";
      const [next, last] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      const isNext = event.key === next || event.key === "ArrowDown";
      if (!isNext && event.key !== last && event.key !== "ArrowUp") return;
      event.preventDefault();
      // A key may come before the last one's move is drawn.
      const { config } = known(layout.id) ?? layout;
      const slots = slotsOf(config, screen);
      const isSame = ({ componentKey }: Slot) => componentKey === slot.componentKey;
      const own = slots.find((one) => one.id === slot.id && isSame(one)) ?? slots.find(isSame);
      const target = own && stepOf(config, screen, own.id, isNext ? 1 : -1);
      if (!target) return;
      const ids = slots.map(({ id }) => id);
      const moved = slotsOf(moveWidget(screen, own.id, target)(config), screen);
      // Out of the panels it has an id of its own.
      const outside = moved.find(({ id, panel }) => !panel && !ids.includes(id))?.id;
      focusGrip("panel" in target ? target.panel : (outside ?? own.id), own.componentKey);
      void arrange.move(layout.id, screen, own.id, target);
    };
    return (
      <WidgetSlot
        slot={slot}
        onSettings={(settings) => void arrange.settings(layout.id, slot, settings)}
        openSettings={() => openSettings(layout.id, slot)}
        grip={isEditing && <WidgetGrip slot={slot} drag={drag(slot.id)} onKeyDown={handleKey} />}
        tools={isEditing && <WidgetTools slot={slot} layout={layout} screen={screen} />}
      />
    );
  };
}

function Panels({ layout, isEditing, card, slots }: GridProps & { card: Card; slots: Slot[] }) {
  const [moving, setMoving] = useState<Record<string, number>>({});
  const sizes = { ...layout.config.panelSizes, ...moving };
  const left = sizes["leftPanels"] ?? COLUMN_SIZE.initial;
  const save = (change: Record<string, number>) =>
    void arrange.sizes(layout.id, change).then(() => setMoving({}));
  const inPanel = (panel: PanelName) => slots.find((slot) => slot.panel === panel);
  return SECTIONS.map(({ key, panels }) => {
    const shown = panels.filter((panel) => isEditing || inPanel(panel));
    if (shown.length === 0) return null;
    const percent = sizes[key] ?? SECTION_SIZE.initial;
    return (
      <div key={key} className="relative">
        <div
          data-panels=""
          className="flex"
          style={{ height: `${Math.round((percent * PX_PER_PERCENT) / 8) * 8}px` }}
        >
          {shown.map((panel, index) => (
            <div
              key={panel}
              className={clsx("widget-place min-w-0", shown.length === 1 && "flex-1", index > 0 && "ps-3")}
              style={shown.length > 1 ? { width: `${index === 0 ? left : 100 - left}%` } : undefined}
              data-drop={isEditing ? panel : undefined}
            >
              {inPanel(panel) ? card(inPanel(panel)!) : <AddHere layoutId={layout.id} panel={panel} />}
            </div>
          ))}
          {isEditing && (
            <Splitter
              label={t("Width of the left panels")}
              direction="horizontal"
              isQuiet
              value={left}
              {...COLUMN_SIZE}
              onMove={(size) => setMoving((now) => ({ ...now, leftPanels: size }))}
              onDone={(size) => save({ leftPanels: size, rightPanels: 100 - size })}
              className="absolute! inset-y-0 -translate-x-[-3px]"
              style={{ insetInlineStart: `${left}%` }}
            />
          )}
        </div>
        {isEditing && (
          <Splitter
            label={t("Height of the {row} row", { row: PANEL_ROWS[key] })}
            direction="vertical"
            isQuiet
            value={percent}
            {...SECTION_SIZE}
            boxOf={(splitter) => ({
              top: splitter.parentElement!.getBoundingClientRect().top,
              height: 100 * PX_PER_PERCENT,
            })}
            onMove={(size) => setMoving((now) => ({ ...now, [key]: size }))}
            onDone={(size) => save({ [key]: size })}
            className="absolute! inset-x-0 -bottom-2"
          />
        )}
      </div>
    );
  });
}

const PANEL_ROWS = {
  topSection: t("first"),
  middleSection: t("second"),
  bottomSection: t("third"),
};

/** An empty place, while the dashboard is edited. */
function AddHere({ layoutId, panel }: { layoutId: string; panel: PanelName | null }) {
  return (
    <div className="grid h-full min-h-20 place-items-center rounded-md border border-dashed border-line-strong">
      <Button look="quiet" onClick={() => addTo(layoutId, panel)}>
        <Plus size={15} aria-hidden="true" />
        {panel ? t("Add to {panel}", { panel: PANEL_WORDS[panel].toLowerCase() }) : t("Add Widget")}
      </Button>
    </div>
  );
}
