import { Link, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Bell, LogOut, MonitorOff, Settings } from "lucide-react";
import { useUnreadCount } from "../../kernel/workspace/frame.ts";
import { toggleNotifications } from "../../kernel/workspace/slot.ts";
import { useUser } from "../../platform/session.ts";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

const item =
  "tap relative flex h-8 shrink-0 items-center justify-center rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink pointer-coarse:h-11";
const icon = `${item} w-8 pointer-coarse:w-11`;

type Tab = { isProfile: boolean; isSettings: boolean };

/** Which of the two doors into the settings the page that is shown belongs to. */
const useSettingsTab = (): Tab =>
  useRouterState({
    select: ({ location: { pathname, search } }) => {
      const isHere = pathname.startsWith("/app/settings");
      const isProfile = isHere && (search as { tab?: string }).tab === "profile";
      return { isProfile, isSettings: isHere && !isProfile };
    },
    structuralSharing: true,
  });

/** The sidebar's foot: who is signed in, notifications, settings, the way out. */
export function SidebarFooter({ isIconOnly, onSignOut }: { isIconOnly: boolean; onSignOut: SignOut }) {
  const user = useUser();
  const { isProfile, isSettings } = useSettingsTab();
  if (!user) return null;
  const profile = t("Profile: {name}", { name: user.name });
  return (
    <div className={clsx("flex items-center", isIconOnly ? "flex-col" : "flex-wrap")}>
      <Tooltip words={profile} side="right">
        <Link
          to={"/app/settings" as string}
          search={{ tab: "profile" } as never}
          activeOptions={{ includeSearch: true, exact: true }}
          aria-current={isProfile ? "page" : undefined}
          className={isIconOnly ? icon : clsx(item, "min-w-10 flex-1 justify-start! gap-2.5 px-2.5")}
          aria-label={profile}
        >
          <img src={user.avatar} alt="" className="size-5 shrink-0 rounded-full object-cover" />
          {!isIconOnly && <span className="hidden min-w-0 truncate @min-[14rem]:inline">{user.name}</span>}
        </Link>
      </Tooltip>
      <NotificationsButton />
      <Tooltip words={t("Settings")} side={isIconOnly ? "right" : "top"}>
        <Link
          to={"/app/settings" as string}
          activeOptions={{ includeSearch: true, exact: true }}
          aria-current={isSettings ? "page" : undefined}
          className={icon}
          aria-label={t("Settings")}
        >
          <Settings size={16} aria-hidden="true" />
        </Link>
      </Tooltip>
      <Tooltip words={t("Sign Out")} side={isIconOnly ? "right" : "top"}>
        <button type="button" className={icon} aria-label={t("Sign Out")} onClick={() => void onSignOut()}>
          <LogOut size={16} className="shrink-0" aria-hidden="true" />
        </button>
      </Tooltip>
      <Tooltip words={t("Sign Out on This Device Only")} side={isIconOnly ? "right" : "top"}>
        <button
          type="button"
          className={icon}
          aria-label={t("Sign Out on This Device Only")}
          onClick={() => void onSignOut(true)}
        >
          <MonitorOff size={16} className="shrink-0" aria-hidden="true" />
        </button>
      </Tooltip>
    </div>
  );
}

const BADGE_MAX = 99;

function NotificationsButton() {
  const unread = useUnreadCount();
  const badge = unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
  const label =
    unread > 0
      ? plural(unread, { other: "Notifications, {count} unread" }, { count: badge })
      : t("Notifications");
  return (
    <Tooltip words={label} side="top">
      <button type="button" className={icon} aria-label={label} onClick={toggleNotifications}>
        <Bell size={16} className="shrink-0" aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-0.5 top-0 shrink-0 scale-90 rounded-full bg-accent-fill px-1.5 text-[0.6875rem] leading-4 font-semibold text-on-accent"
          >
            {badge}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
