import { useUpcoming } from "../../features/calendar/widgets/upcoming-events.tsx";
import { StatusBar } from "../../features/status-bar/status-bar.tsx";
import { useOverview } from "../../kernel/insights/insights-query.ts";
import { useDueToday } from "../../kernel/tasks/open-tasks.ts";
import { contained } from "../../kernel/part-boundary.tsx";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** What the day holds, from what the widgets have asked for already. */
function useDayWords(): string {
  const [next] = useUpcoming(1).events;
  const due = useDueToday();
  const { data, wordsToday } = useOverview();
  const count = wordsToday.toLocaleString(language);
  const parts = [
    next && t("Next: {title}, {day}, {time}", { title: next.title, day: next.day, time: next.time }),
    due !== undefined &&
      due > 0 &&
      plural(due, { one: "{count} task is due today", other: "{count} tasks are due today" }),
    data &&
      wordsToday > 0 &&
      plural(
        wordsToday,
        { one: "{count} word written today", other: "{count} words written today" },
        { count },
      ),
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join("  ·  ") : t("Nothing is planned for today.");
}

/** What a broken answer keeps from being drawn takes nothing else of the page down. */
export const DashboardStatus = contained(() => <StatusBar words={useDayWords()} />);
