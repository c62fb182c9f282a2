import { useQuery } from "@tanstack/react-query";
import type { SpentTime } from "#contract/analytics.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { showBehind } from "./behind.ts";
import { BarList, type BarRow } from "./bar-list.tsx";
import { CardWaits } from "./card-waits.tsx";
import { ChartCard } from "./chart-card.tsx";
import type { Period } from "./periods.ts";

const TITLE = t("Time in your calendar");

/** Where the time of a period went, by calendar and by what it was called. */
export function CalendarTime({ period }: { period: Period }) {
  const query = useQuery(api.insights.time.queryOptions({ input: period, staleTime: 0 }));
  if (!query.data) return <CardWaits title={TITLE} query={query} rows={3} />;
  return <TimeCard of={query.data} />;
}

function TimeCard({ of: { calendars, titles, isTruncated } }: { of: SpentTime }) {
  const rows = titles.map(({ title, minutes, count, events }): BarRow => {
    const label = title.trim() || t("Untitled");
    return { key: title, label, value: minutes, behind: { title: label, kind: "events", count, events } };
  });
  return (
    <ChartCard
      isList
      title={TITLE}
      rows={rows}
      told={minutesInWords}
      onOpen={({ key }) => {
        const row = rows.find((one) => one.key === key);
        if (row) showBehind(row.behind);
      }}
    >
      {calendars.length > 1 && (
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {calendars.map(({ calendarId, name, minutes, count, events }) => (
            <button
              key={calendarId}
              type="button"
              className="min-w-0 truncate rounded-md tabular-nums hover:underline pointer-coarse:min-h-11"
              onClick={() => showBehind({ title: name, kind: "events", count, events })}
            >
              {t("{name}: {duration}", { name, duration: minutesInWords(minutes) })}
            </button>
          ))}
        </p>
      )}
      <BarList rows={rows} told={minutesInWords} />
      {isTruncated && <p className="text-sm text-muted">{t("More happened than is counted here.")}</p>}
    </ChartCard>
  );
}
