import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { SettingsScreen } from "../features/settings/settings-screen.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { settingsTabs } from "../app/shell/settings-tabs.ts";
import { t } from "../lib/messages/t.ts";

/** /app/settings?tab=...#setting */
export function SettingsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const { hash } = useLocation();
  const current = settingsTabs.find(({ id }) => id === tab) ?? settingsTabs[0]!;
  const heading = usePageTitle(t("Settings"), `settings:${current.id}`);
  return (
    <SettingsScreen
      heading={heading}
      tabs={settingsTabs}
      current={current}
      isChosen={tab !== undefined}
      soughtId={hash}
      renderLink={(to, className, children) => (
        <Link
          to="/app/settings"
          search={to.tab ? { tab: to.tab } : {}}
          {...(to.settingId ? { hash: to.settingId } : {})}
          className={className}
          {...(to.settingId ? {} : { "aria-current": to.tab === current.id ? "page" : false })}
        >
          {children}
        </Link>
      )}
    />
  );
}
