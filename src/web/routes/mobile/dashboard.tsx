import { Link } from "@tanstack/react-router";
import { ArrowRight, Plus, Search, SlidersHorizontal } from "lucide-react";
import { setEditMode } from "../../kernel/workspace/edit-mode.ts";
import { useUnreadCount, useWorkspace } from "../../kernel/workspace/frame.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { DashboardWidgets } from "../../app/dashboard/dashboard-widgets.tsx";
import { useDashboard } from "../../app/dashboard/use-dashboard.ts";
import { DashboardBanner } from "../../features/dashboard/dashboard-banner.tsx";
import { refreshSoon } from "../../features/notes/refresh-soon.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

export function MobileDashboard() {
  const unread = useUnreadCount();
  const workspace = useWorkspace();
  const isEditing = workspace?.isDashboardEditing ?? false;
  const { user, heading, greeting, create } = useDashboard(t("Today"));
  return (
    <PullToRefresh onRefresh={refreshSoon}>
      <div className="mobile-scroller h-full pt-[env(safe-area-inset-top)]">
        <div className="mx-auto max-w-2xl px-2 pb-10">
          <div className="flex items-center justify-between px-3 pt-3">
            <CairnMark size={26} />
            <Link
              to="/mobile/settings"
              search={{ tab: "profile" }}
              aria-label={t("Profile: {name}", { name: user?.name ?? "" })}
              className="tap grid size-11 place-items-center rounded-full"
            >
              <img src={user?.avatar} alt="" className="size-8 rounded-full object-cover" />
            </Link>
          </div>
          {workspace?.bannerUrl || isEditing ? (
            <div className="-mx-2 mt-3">
              <DashboardBanner greeting={greeting} heading={heading} isEditing={isEditing} />
            </div>
          ) : (
            <h1
              ref={heading}
              tabIndex={-1}
              className="px-3 pt-4 text-2xl font-semibold tracking-tight wrap-anywhere text-balance"
            >
              {greeting}
            </h1>
          )}
          <div className="mt-5 flex flex-wrap gap-2 px-3">
            <Link
              to="/mobile/search"
              className="tap flex h-11 min-w-40 flex-1 items-center gap-2.5 rounded-md border border-line-strong px-3 text-base text-muted"
            >
              <Search size={16} aria-hidden="true" /> {t("Search notes")}
            </Link>
          </div>
          {unread > 0 && (
            <Link
              to="/mobile/notifications"
              className="tap mx-3 mt-3 flex min-h-11 items-center justify-between gap-3 rounded-md bg-accent-soft px-3 text-base text-accent"
            >
              {plural(unread, { one: "{count} unread notification", other: "{count} unread notifications" })}
              <ArrowRight size={16} aria-hidden="true" />
            </Link>
          )}
          <div className="mt-4 flex items-center justify-between gap-2 px-3" data-tour="notes-list">
            <Button data-tour="create-note" onClick={create}>
              <Plus size={16} aria-hidden="true" /> {t("New Note")}
            </Button>
            <IconButton
              label={isEditing ? t("Stop editing the dashboard") : t("Edit the dashboard")}
              isOn={isEditing}
              className="size-11"
              onClick={() => void setEditMode("dashboard", !isEditing)}
            >
              <SlidersHorizontal size={18} />
            </IconButton>
          </div>
          <div className="px-3 pt-2">
            <DashboardWidgets screen="mobile" isEditing={isEditing} />
          </div>
        </div>
      </div>
    </PullToRefresh>
  );
}
