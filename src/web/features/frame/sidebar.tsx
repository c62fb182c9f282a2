import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { PanelLeftClose, PanelLeftOpen, SlidersHorizontal } from "lucide-react";
import { useSyncExternalStore, type ReactNode } from "react";
import { useKeyHint } from "../../kernel/actions/key-store.ts";
import { isEditing as isEditMode, setEditMode } from "../../kernel/workspace/edit-mode.ts";
import { useWorkspace } from "../../kernel/workspace/frame.ts";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import { PRODUCT } from "../../lib/product.ts";
import {
  COLLAPSED_PERCENT,
  NARROW,
  type PanelSize,
  toggleSidebar,
  usePanelSize,
  useSidebar,
  WIDE,
} from "../../kernel/workspace/sidebar-store.ts";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { ConnectionDot } from "./connection-dot.tsx";
import { type Place, sections } from "./places.ts";
import { SidebarFooter } from "./sidebar-footer.tsx";
import { SidebarSections } from "./sidebar-sections.tsx";
import { t } from "../../lib/messages/t.ts";

const narrow = matchMedia("(max-width: 767px)");
const watchNarrow = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

/** The links and what belongs beside them; its width can be changed while it is edited. */
export function Sidebar({ onSignOut }: { onSignOut: SignOut }) {
  const isNarrow = useSyncExternalStore(watchNarrow, () => narrow.matches);
  const isCollapsed = useSidebar((state) => state.isCollapsed);
  const workspace = useWorkspace();
  // The divider belongs to both: it lies between them.
  const isResizable = isEditMode(workspace);
  const isEditing = workspace?.isSidebarEditing ?? false;
  const bounds: PanelSize = isNarrow ? NARROW : WIDE;
  const panel = usePanelSize(bounds);
  const isIcons = isNarrow || isCollapsed;
  const percent = isCollapsed && !isNarrow ? COLLAPSED_PERCENT : panel.size;
  return (
    <aside
      data-frame=""
      aria-label={t("Sidebar")}
      className="@container relative flex min-w-12 shrink-0 flex-col border-e border-line bg-panel"
      style={{ width: `${percent}%` }}
    >
      <SidebarHead isIcons={isIcons} isNarrow={isNarrow} isCollapsed={isCollapsed} isEditing={isEditing} />
      <nav aria-label={t("Main")} className="flex min-h-0 flex-1 flex-col">
        <SidebarSections isEditing={isEditing && !isIcons} {...placesIn(isIcons)} />
      </nav>
      <div className="flex flex-col gap-0.5 border-t border-line p-2">
        <ConnectionDot isIconOnly={isIcons} />
        <SidebarFooter isIconOnly={isIcons} onSignOut={onSignOut} />
      </div>
      {isResizable && (isNarrow || !isCollapsed) && (
        <Splitter
          label={t("Sidebar width")}
          direction="horizontal"
          value={panel.size}
          min={bounds.min}
          max={bounds.max}
          initial={bounds.initial}
          onMove={panel.move}
          onDone={panel.save}
          className="absolute! inset-y-0 -end-1.5"
        />
      )}
    </aside>
  );
}

type HeadProps = { isIcons: boolean; isNarrow: boolean; isCollapsed: boolean; isEditing: boolean };

function SidebarHead({ isIcons, isNarrow, isCollapsed, isEditing }: HeadProps) {
  const hint = useKeyHint("sidebar.toggle");
  return (
    <div
      className={clsx(
        "flex shrink-0 items-center gap-0.5",
        isIcons ? "flex-col py-2" : "h-12 justify-between ps-4 pe-2",
      )}
    >
      {isIcons ? (
        isNarrow && <CairnMark size={20} />
      ) : (
        <Link
          to="/app/dashboard"
          aria-label={PRODUCT}
          className="me-auto flex min-w-0 items-center gap-2 rounded-md font-semibold"
        >
          <CairnMark size={20} /> <span className="hidden @min-[12rem]:inline">{PRODUCT}</span>
        </Link>
      )}
      {(isNarrow || !isCollapsed) && (
        <HeadButton
          label={isEditing ? t("Stop editing the sidebar") : t("Edit the sidebar")}
          icon={<SlidersHorizontal size={16} />}
          isOn={isEditing}
          onPress={() => void setEditMode("sidebar", !isEditing)}
        />
      )}
      {!isNarrow && (
        <HeadButton
          label={isCollapsed ? t("Expand sidebar") : t("Collapse sidebar")}
          words={isCollapsed ? t("Expand") : t("Collapse")}
          keys={hint}
          icon={isCollapsed ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}
          isExpanded={!isCollapsed}
          onPress={toggleSidebar}
        />
      )}
    </div>
  );
}

type HeadButtonProps = {
  label: string;
  words?: string;
  keys?: string;
  icon: ReactNode;
  isOn?: boolean;
  isExpanded?: boolean;
  onPress: () => void;
};

function HeadButton({ label, words = label, keys, icon, isOn, isExpanded, onPress }: HeadButtonProps) {
  return (
    <Tooltip words={words} side="right" {...(keys && { keys })}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        aria-expanded={isExpanded}
        onClick={onPress}
        className={clsx(
          "tap grid size-7 shrink-0 place-items-center rounded-md hover:bg-hover hover:text-ink",
          isOn ? "bg-accent-soft text-accent" : "text-faint",
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

function placesIn(isIcons: boolean) {
  const [first, second, third] = sections.map(({ key, title, places }) => (
    <ul key={key} aria-label={title} className="flex flex-col gap-0.5">
      {places.map((place) => (
        <li key={place.to}>
          <PlaceLink place={place} isIcons={isIcons} />
        </li>
      ))}
    </ul>
  ));
  return { first, second, third };
}

function PlaceLink({ place: { to, label, about, icon: Icon }, isIcons }: { place: Place; isIcons: boolean }) {
  return (
    <Tooltip side="right" words={`${label}: ${about}`}>
      <Link
        to={to}
        aria-label={isIcons ? label : undefined}
        className={clsx(
          "tap group flex shrink-0 items-center gap-2.5 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink",
          "aria-[current=page]:bg-pressed aria-[current=page]:text-ink",
          isIcons
            ? "h-8 justify-center pointer-coarse:h-11"
            : "min-h-9 px-2.5 py-1 pointer-coarse:min-h-11 @min-[12rem]:min-h-11",
        )}
      >
        <Icon size={16} className="shrink-0 group-aria-[current=page]:text-accent" aria-hidden="true" />
        {!isIcons && (
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{label}</span>
            <span className="hidden truncate text-xs text-faint group-hover:text-muted group-aria-[current=page]:text-muted @min-[12rem]:block">
              {about}
            </span>
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
