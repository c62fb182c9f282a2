import { Link, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { CalendarDays, Ellipsis, LayoutDashboard, type LucideIcon, NotebookText, Plus } from "lucide-react";
import { useUnreadCount } from "../../kernel/workspace/frame.ts";
import { useMobileFrame } from "../../kernel/workspace/mobile-frame.ts";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

type BottomBarProps = { onCapture: () => void; onMore: () => void };

const item =
  "relative flex min-h-14 min-w-[44px] flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-[0.6875rem] leading-4 text-muted transition-colors active:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-accent";

/** Which of the bar's places an address belongs to. */
const placeOf = (path: string) =>
  path.startsWith("/mobile/folders") || path.startsWith("/mobile/editor") ? "/mobile/notes" : path;

/** The way round the mobile app, within reach of a thumb; gone while there is a keyboard or a text's tools. */
export function BottomBar({ onCapture, onMore }: BottomBarProps) {
  const path = useRouterState({ select: ({ location }) => placeOf(location.pathname) });
  const isHidden = useMobileFrame(({ isKeyboardOpen, isWriting }) => isKeyboardOpen || isWriting);
  const isKnown = ["/mobile/dashboard", "/mobile/notes", "/mobile/calendar"].includes(path);
  if (isHidden) return null;
  return (
    <nav
      data-frame=""
      aria-label={t("Main")}
      className="shrink-0 border-t border-line bg-panel px-1 pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-2xl items-center">
        <BarLink to="/mobile/dashboard" label={t("Today")} icon={LayoutDashboard} path={path} />
        <BarLink to="/mobile/notes" label={t("Notes")} icon={NotebookText} path={path} />
        <button type="button" aria-label={t("Quick Capture")} className={item} onClick={onCapture}>
          <span className="grid size-[44px] place-items-center rounded-full bg-accent-fill text-on-accent">
            <Plus size={22} aria-hidden="true" />
          </span>
        </button>
        <BarLink to="/mobile/calendar" label={t("Calendar")} icon={CalendarDays} path={path} />
        <MoreButton isCurrent={!isKnown} onMore={onMore} />
      </div>
    </nav>
  );
}

type BarLinkProps = {
  to: "/mobile/dashboard" | "/mobile/notes" | "/mobile/calendar";
  label: string;
  icon: LucideIcon;
  path: string;
};

function BarLink({ to, label, icon: Icon, path }: BarLinkProps) {
  return (
    <Link to={to} className={item} aria-current={path === to ? "page" : undefined}>
      <Icon size={20} aria-hidden="true" />
      <span className="max-w-full truncate">{label}</span>
    </Link>
  );
}

const BADGE_MAX = 99;

function MoreButton({ isCurrent, onMore }: { isCurrent: boolean; onMore: () => void }) {
  const unread = useUnreadCount();
  const badge = unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
  return (
    <button
      type="button"
      className={clsx(item, isCurrent && "text-accent")}
      aria-haspopup="dialog"
      onClick={onMore}
    >
      <Ellipsis size={20} aria-hidden="true" />
      <span>
        {t("More")}
        {unread > 0 && (
          <span className="sr-only">
            , {plural(unread, { other: "{count} unread notifications" }, { count: badge })}
          </span>
        )}
      </span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-[max(0px,calc(50%-1.75rem))] rounded-full bg-accent-fill px-1.5 text-[0.6875rem] leading-4 font-semibold text-on-accent"
        >
          {badge}
        </span>
      )}
    </button>
  );
}
