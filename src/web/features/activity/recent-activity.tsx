import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { Time } from "../../ui/dates/time.tsx";
import { useActivityLog } from "./activity-log.ts";
import { recentActivityOptions } from "./activity-query.ts";
import { t } from "../../lib/messages/t.ts";

/** The last ten entries of the log. */
export function RecentActivity() {
  const log = useActivityLog();
  const { data } = useQuery(recentActivityOptions(log));
  const activities = data?.activities ?? [];
  if (activities.length === 0) return null;
  return (
    <section aria-labelledby="recent-activity" className="mt-10">
      <div className="flex items-center justify-between px-3 pb-2">
        <h2 id="recent-activity" className="text-sm font-medium text-muted">
          {t("Recent activity")}
        </h2>
        <Link
          to="/app/activity"
          className="tap flex items-center gap-1 rounded-md text-sm text-accent hover:underline"
        >
          {t("View All Activity")} <ArrowRight size={14} aria-hidden="true" />
        </Link>
      </div>
      <ol className="flex flex-col gap-0.5">
        {activities.map(({ id, type, title, createdAt }) => {
          const { icon: Icon, words } = log.faceOf(type);
          return (
            <li key={id} className="flex items-center gap-3 px-3 py-1.5 text-sm text-muted">
              <Icon size={14} role="img" aria-label={words} className="shrink-0 text-faint" />
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <Time at={createdAt} className="shrink-0 text-xs text-faint" />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
