import { useNavigate, useSearch } from "@tanstack/react-router";
import { AnalyticsScreen, type AnalyticsSearch } from "../features/insights/analytics/analytics-screen.tsx";
import { t } from "../lib/messages/t.ts";
import { usePageTitle } from "../lib/page-title.ts";

export function AnalyticsPage() {
  const search = useSearch({ strict: false }) as AnalyticsSearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Analytics"));
  return (
    <AnalyticsScreen
      search={search}
      heading={heading}
      onSearch={(next) => void navigate({ to: "/app/analytics", search: next as never, replace: true })}
    />
  );
}
