import { useQuery } from "@tanstack/react-query";
import { NothingYet, WidgetStates } from "../../kernel/widgets/widget-states.tsx";
import { t } from "../../lib/messages/t.ts";
import { Time } from "../../ui/dates/time.tsx";
import { useActivityLog } from "./activity-log.ts";
import { recentActivityOptions } from "./activity-query.ts";

/** The last ten entries of the log. */
export function LastEntries() {
  const log = useActivityLog();
  const query = useQuery(recentActivityOptions(log));
  const activities = query.data?.activities ?? [];
  return (
    <WidgetStates
      of={query}
      empty={activities.length === 0 && <NothingYet>{t("Nothing was done yet.")}</NothingYet>}
    >
      <ol>
        {activities.map(({ id, type, title, createdAt }) => {
          const { icon: Icon, words } = log.metaOf(type);
          return (
            <li key={id} className="flex min-h-8 items-center gap-3 text-sm text-muted">
              <Icon size={14} role="img" aria-label={words} className="shrink-0 text-faint" />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
              </span>
              <Time at={createdAt} className="shrink-0 text-xs text-faint" />
            </li>
          );
        })}
      </ol>
    </WidgetStates>
  );
}
