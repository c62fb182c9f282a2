import {
  Eye,
  EyeOff,
  GripVertical,
  LayoutPanelTop,
  MoreVertical,
  Scaling,
  Settings2,
  Shapes,
  Trash2,
} from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useContext } from "react";
import type { Layout } from "#contract/layouts.ts";
import { PANELS, type SmallScreen, WIDGET_SIZES } from "#contract/shared/dashboard.ts";
import { Catalog, entryOf, nameOf, useWidget } from "../../kernel/widgets/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu, MenuDivider, MenuItem, Submenu } from "../../ui/overlay/menu.tsx";
import { arrange } from "./arrange.ts";
import { openSettings } from "./dialogs.tsx";
import { useGripFocus } from "./grip-focus.ts";
import { hiddenOn, type ScreenKind, type Slot } from "./model/arrangement.ts";
import { PANEL_WORDS, SIZE_WORDS } from "./panel-names.ts";

type Drag = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
};

type GripProps = { slot: Slot; drag: Drag; onKeyDown: (event: KeyboardEvent) => void };

/** Dragged, or moved by the arrow keys. */
export function WidgetGrip({ slot, drag, onKeyDown }: GripProps) {
  const name = useSlotName(slot);
  const grip = useGripFocus(slot);
  return (
    <IconButton
      ref={grip}
      label={t("Move {name}", { name })}
      className="cursor-grab touch-none"
      onKeyDown={onKeyDown}
      {...drag}
    >
      <GripVertical size={15} />
    </IconButton>
  );
}

function useSlotName({ componentKey }: Slot): string {
  const entry = entryOf(useContext(Catalog), componentKey);
  return entry ? nameOf(entry, componentKey) : componentKey;
}

type ToolsProps = { slot: Slot; layout: Layout; screen: ScreenKind };

/** What can be done with a widget while the dashboard is edited. */
export function WidgetTools({ slot, layout, screen }: ToolsProps) {
  const { id, panel } = slot;
  const name = useSlotName(slot);
  const { entry, widget } = useWidget(slot.componentKey);
  const isDesktop = screen === "desktop";
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name })}>
          <MoreVertical size={15} />
        </IconButton>
      }
    >
      {widget?.fields && (
        <MenuItem icon={<Settings2 size={15} />} onSelect={() => openSettings(layout.id, slot)}>
          {t("Settings...")}
        </MenuItem>
      )}
      {entry?.members && (
        <Submenu icon={<Shapes size={15} />} label={t("Show")}>
          {Object.entries(entry.members).map(([key, words]) => (
            <MenuItem
              key={key}
              isDisabled={key === slot.componentKey}
              onSelect={() => void arrange.member(layout.id, id, key)}
            >
              {words}
            </MenuItem>
          ))}
        </Submenu>
      )}
      {!(isDesktop && panel) && (
        <Submenu icon={<Scaling size={15} />} label={t("Size")}>
          {WIDGET_SIZES.map((size) => (
            <MenuItem
              key={size}
              isDisabled={size === slot.size}
              onSelect={() => void arrange.size(layout.id, screen, id, size)}
            >
              {SIZE_WORDS[size]}
            </MenuItem>
          ))}
        </Submenu>
      )}
      {isDesktop && (
        <Submenu icon={<LayoutPanelTop size={15} />} label={t("Move To")}>
          {PANELS.filter((other) => other !== panel).map((other) => (
            <MenuItem key={other} onSelect={() => void arrange.toPanel(layout.id, id, other)}>
              {PANEL_WORDS[other]}
            </MenuItem>
          ))}
          {panel && (
            <MenuItem onSelect={() => void arrange.move(layout.id, "desktop", id, { before: null })}>
              {t("Below the Panels")}
            </MenuItem>
          )}
        </Submenu>
      )}
      {!isDesktop && (
        <MenuItem icon={<EyeOff size={15} />} onSelect={() => void arrange.hide(layout.id, screen, id, true)}>
          {t("Hide on This Screen")}
        </MenuItem>
      )}
      <MenuDivider />
      <MenuItem
        isDanger
        icon={<Trash2 size={15} />}
        onSelect={() => void arrange.remove(layout.id, slot, name)}
      >
        {t("Remove")}
      </MenuItem>
    </Menu>
  );
}

/** Those that this kind of screen leaves out, to be shown again. */
export function HiddenWidgets({ layout, screen }: { layout: Layout; screen: SmallScreen }) {
  const catalog = useContext(Catalog);
  const hidden = hiddenOn(layout.config, screen);
  const isOwn = layout.config.gridLayout.arrangements[screen] !== undefined;
  if (!isOwn) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {hidden.map(({ id, componentKey }) => {
        const entry = entryOf(catalog, componentKey);
        const name = entry ? nameOf(entry, componentKey) : componentKey;
        return (
          <Button key={id} onClick={() => void arrange.hide(layout.id, screen, id, false)}>
            <Eye size={15} aria-hidden="true" /> {t("Show {name}", { name })}
          </Button>
        );
      })}
      <Button look="quiet" onClick={() => void arrange.followDesktop(layout.id, screen)}>
        {t("Follow the desktop's arrangement")}
      </Button>
    </div>
  );
}
