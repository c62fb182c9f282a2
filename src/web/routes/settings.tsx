// First, because the list of tabs leaves out those that are empty.
import "./shortcuts-in-settings.ts";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { SettingsScreen, tabOf } from "../features/settings/settings-screen.tsx";
import { usePageTitle } from "../lib/page-title.ts";

/** /app/settings?tab=...#setting */
export function SettingsPage() {
  const { tab } = useSearch({ from: "/app/settings" });
  const { hash } = useLocation();
  const navigate = useNavigate();
  const heading = usePageTitle("Settings", `settings:${tabOf(tab).id}`);
  return (
    <SettingsScreen
      heading={
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Settings
        </h1>
      }
      tab={tab}
      soughtId={hash}
      renderLink={(to, className, children) => (
        <Link
          to="/app/settings"
          search={{ tab: to.tab }}
          {...(to.settingId ? { hash: to.settingId } : {})}
          className={className}
          {...(to.settingId ? {} : { "aria-current": to.tab === tabOf(tab).id ? "page" : false })}
        >
          {children}
        </Link>
      )}
      onTab={(id) => void navigate({ to: "/app/settings", search: { tab: id } })}
    />
  );
}
