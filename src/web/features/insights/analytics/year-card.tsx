import { useQuery } from "@tanstack/react-query";
import { MOST_WORD_DAYS } from "#contract/shared/word-origins.ts";
import { addDays } from "#language/moment.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { HeatmapGrid } from "../heatmap-grid.tsx";
import { showBehind } from "./behind.ts";
import { CardWaits } from "./card-waits.tsx";
import { ChartCard } from "./chart-card.tsx";
import { dayWords, wordsOf } from "./periods.ts";

const WEEKS = 53;
const TITLE = t("A year of writing");

/** The days of a year up to today, each as dark as its words are many. */
export function YearCard({ today }: { today: string }) {
  const from = addDays(today, 1 - MOST_WORD_DAYS);
  const query = useQuery(api.insights.words.queryOptions({ input: { from, to: today, by: "day" } }));
  const { data } = query;
  if (!data) return <CardWaits title={TITLE} query={query} rows={4} />;
  const days = new Map(data.rows.map(({ day, written }) => [day!, written]));
  const rows = Array.from(days, ([day, value]) => ({ key: day, label: dayWords(day), value }));
  const open = (day: string) =>
    showBehind({ title: dayWords(day), kind: "notes", asked: { from: day, to: day } });
  return (
    <ChartCard title={TITLE} rows={rows} told={wordsOf} isNewestFirst onOpen={({ key }) => open(key)}>
      <HeatmapGrid days={days} today={today} weeks={WEEKS} onOpen={open} />
    </ChartCard>
  );
}
