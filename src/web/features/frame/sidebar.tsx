import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ListChecks, PanelLeftClose, PanelLeftOpen, SlidersHorizontal } from "lucide-react";
import { useSyncExternalStore, type ComponentType, type ReactNode } from "react";
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
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { ConnectionDot } from "./connection-dot.tsx";
import { SidebarPlaces } from "./sidebar-places.tsx";
import { SidebarFooter } from "./sidebar-footer.tsx";
import { SidebarSections } from "./sidebar-sections.tsx";
import { t } from "../../lib/messages/t.ts";

const narrow = matchMedia("(max-width: 767px)");
const watchNarrow = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

type SidebarProps = {
  onSignOut: SignOut;
  onToday: () => void;
  /** What a person has: favorites, folders, files, and below it searches and tags. */
  Library: ComponentType<{ isIcons: boolean }>;
  Finds: ComponentType;
};

/** The links and what belongs beside them; its width can be changed while it is edited. */
export function Sidebar({ onSignOut, onToday, Library, Finds }: SidebarProps) {
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
      className={clsx(
        "@container relative flex shrink-0 flex-col border-e border-line bg-panel",
        isIcons ? "min-w-12" : "min-w-48",
      )}
      style={{ width: `${percent}%` }}
    >
      <SidebarHead isIcons={isIcons} isNarrow={isNarrow} isCollapsed={isCollapsed} isEditing={isEditing} />
      <nav aria-label={t("Main")} className="flex min-h-0 flex-1 flex-col">
        <SidebarSections
          isEditing={isEditing && !isIcons}
          first={<SidebarPlaces isIcons={isIcons} onToday={onToday} />}
          second={<Library isIcons={isIcons} />}
          third={!isIcons && <Finds />}
        />
        {isEditing && !isIcons && (
          <Button
            look="quiet"
            className="mx-2 mb-2 shrink-0"
            onClick={() => openDialog({ kind: "customize-sidebar" })}
          >
            <ListChecks size={15} aria-hidden="true" /> {t("Customize Sidebar...")}
          </Button>
        )}
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
          className="tap me-auto flex min-w-0 items-center gap-2 rounded-md font-semibold"
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
