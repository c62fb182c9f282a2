import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Bell, LogOut, MonitorOff, Settings } from "lucide-react";
import type { HTMLAttributes, ReactElement, ReactNode } from "react";
import { useUnreadCount } from "../../kernel/workspace/frame.ts";
import { openNotifications } from "../../kernel/workspace/notifications-panel.ts";
import { useUser } from "../../platform/session.ts";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

export const footerRow = (isIconOnly: boolean) =>
  clsx(
    "tap flex h-8 w-full min-w-0 items-center gap-2.5 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11",
    "aria-[current=page]:bg-pressed aria-[current=page]:text-ink",
    isIconOnly ? "justify-center" : "px-2.5",
  );

/** The sidebar's foot: who is signed in, settings, the way out. */
export function SidebarFooter({ isIconOnly, onSignOut }: { isIconOnly: boolean; onSignOut: SignOut }) {
  const user = useUser();
  if (!user) return null;
  const row = footerRow(isIconOnly);
  return (
    <>
      <FooterTip words={t("Profile: {name}", { name: user.name })} isIconOnly={isIconOnly}>
        <Link
          to={"/app/settings" as string}
          search={{ tab: "profile" } as never}
          activeOptions={{ includeSearch: true }}
          className={row}
          aria-label={t("Profile: {name}", { name: user.name })}
        >
          <img src={user.avatar} alt="" className="-mx-0.5 size-5 shrink-0 rounded-full object-cover" />
          {!isIconOnly && <span className="min-w-0 flex-1 truncate">{t("Profile")}</span>}
        </Link>
      </FooterTip>
      <NotificationsButton row={row} isIconOnly={isIconOnly} />
      <FooterTip words={t("Settings")} isIconOnly={isIconOnly}>
        <Link
          to={"/app/settings" as string}
          activeOptions={{ includeSearch: true, exact: true }}
          className={row}
          aria-label={t("Settings")}
        >
          <Settings size={16} aria-hidden="true" />
          {!isIconOnly && t("Settings")}
        </Link>
      </FooterTip>
      <div role="group" aria-label={t("Sign out")} className={isIconOnly ? "contents" : "flex flex-wrap"}>
        <FooterTip words={t("Sign Out")} isIconOnly={isIconOnly}>
          <button
            type="button"
            className={clsx(row, !isIconOnly && "w-auto! min-w-fit! flex-1 whitespace-nowrap")}
            aria-label={t("Sign Out")}
            onClick={() => void onSignOut()}
          >
            <LogOut size={16} className="shrink-0" aria-hidden="true" />
            {!isIconOnly && t("Sign Out")}
          </button>
        </FooterTip>
        <FooterTip words={t("Sign out only on this device")} isIconOnly>
          <button
            type="button"
            className={clsx(row, !isIconOnly && "w-9! justify-center")}
            aria-label={t("Only on this device")}
            onClick={() => void onSignOut(true)}
          >
            <MonitorOff size={16} className="shrink-0" aria-hidden="true" />
          </button>
        </FooterTip>
      </div>
    </>
  );
}

const BADGE_MAX = 99;

function NotificationsButton({ row, isIconOnly }: { row: string; isIconOnly: boolean }) {
  const unread = useUnreadCount();
  const badge = unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
  const label =
    unread > 0
      ? plural(unread, { other: "Notifications, {count} unread" }, { count: badge })
      : t("Notifications");
  return (
    <FooterTip words={label} isIconOnly={isIconOnly}>
      <button type="button" className={clsx(row, "relative")} aria-label={label} onClick={openNotifications}>
        <Bell size={16} className="shrink-0" aria-hidden="true" />
        {!isIconOnly && <span className="min-w-0 flex-1 truncate text-start">{t("Notifications")}</span>}
        {unread > 0 && (
          <span
            aria-hidden="true"
            className={clsx(
              "shrink-0 rounded-full bg-accent-fill px-1.5 text-[0.6875rem] leading-4 font-semibold text-on-accent",
              isIconOnly && "absolute -end-0.5 top-0 scale-90",
            )}
          >
            {badge}
          </span>
        )}
      </button>
    </FooterTip>
  );
}

function FooterTip({
  words,
  isIconOnly,
  children,
}: {
  words: ReactNode;
  isIconOnly: boolean;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}) {
  return (
    <Tooltip words={words} side="right" isOff={!isIconOnly}>
      {children}
    </Tooltip>
  );
}
