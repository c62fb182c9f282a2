import { useNavigate, useSearch } from "@tanstack/react-router";
import { WithActivityLog } from "../app/activity-log.tsx";
import { ActivityScreen } from "../features/activity/activity-screen.tsx";
import type { ActivitySearch } from "../features/activity/activity-query.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { t } from "../lib/messages/t.ts";

export function ActivityPage() {
  const search = useSearch({ strict: false }) as ActivitySearch;
  const navigate = useNavigate();
  const heading = usePageTitle(t("Activity"));
  return (
    <WithActivityLog>
      <ActivityScreen
        search={search}
        heading={heading}
        onSearch={(next) => void navigate({ to: "/app/activity", search: next, replace: !next.page })}
      />
    </WithActivityLog>
  );
}
