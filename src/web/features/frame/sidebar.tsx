import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { FolderOpen, LayoutDashboard, PanelLeftClose, PanelLeftOpen, PenLine } from "lucide-react";
import { useSyncExternalStore } from "react";
import { toggleSidebar, useSidebar } from "../../lib/sidebar-store.ts";
import { PRODUCT } from "../../lib/product.ts";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionDot } from "./connection-dot.tsx";

const places = [
  { to: "/app/dashboard", label: "Dashboard", about: "Overview and analytics", icon: LayoutDashboard },
  { to: "/app/explorer", label: "Explorer", about: "File manager and explorer", icon: FolderOpen },
  { to: "/app/editor/{-$noteId}", label: "Editor", about: "Write and edit notes", icon: PenLine },
] as const;

const narrow = matchMedia("(max-width: 767px)");
const watchNarrow = (listener: () => void) => {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
};

export function Sidebar({ onSignOut }: { onSignOut: () => void }) {
  const isNarrow = useSyncExternalStore(watchNarrow, () => narrow.matches);
  const isCollapsed = useSidebar((state) => state.isCollapsed);
  const isIcons = isNarrow || isCollapsed;
  const width = isNarrow ? "w-[12%] min-w-12" : isCollapsed ? "w-[4%] min-w-13" : "w-[18%] max-w-72 min-w-52";
  return (
    <aside
      aria-label="Sidebar"
      className={clsx("flex shrink-0 flex-col border-r border-line bg-panel", width)}
    >
      <div
        className={clsx(
          "flex h-12 shrink-0 items-center",
          isIcons ? "justify-center" : "justify-between pr-2 pl-4",
        )}
      >
        {!isIcons && (
          <Link to="/app/dashboard" className="flex items-center gap-2 rounded-md font-semibold">
            <CairnMark size={20} /> {PRODUCT}
          </Link>
        )}
        {isNarrow ? <CairnMark size={20} /> : <CollapseToggle isCollapsed={isCollapsed} />}
      </div>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-2">
        {places.map(({ to, label, about, icon: Icon }) => (
          <Tooltip key={to} side="right" words={isIcons ? `${label}: ${about}` : about}>
            <Link
              to={to}
              aria-label={isIcons ? label : undefined}
              className={clsx(
                "tap flex h-8 items-center gap-2.5 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink",
                "aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:h-11",
                isIcons ? "justify-center" : "px-2.5",
              )}
            >
              <Icon size={16} aria-hidden="true" />
              {!isIcons && label}
            </Link>
          </Tooltip>
        ))}
      </nav>
      <div className="flex flex-col gap-0.5 border-t border-line p-2">
        <ConnectionDot isIconOnly={isIcons} />
        <AccountMenu isIconOnly={isIcons} onSignOut={onSignOut} />
      </div>
    </aside>
  );
}

function CollapseToggle({ isCollapsed }: { isCollapsed: boolean }) {
  const label = isCollapsed ? "Expand" : "Collapse";
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Tooltip words={label} side="right">
      <button
        type="button"
        aria-label={`${label} sidebar`}
        aria-expanded={!isCollapsed}
        onClick={toggleSidebar}
        className="tap grid size-7 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <Icon size={16} />
      </button>
    </Tooltip>
  );
}
