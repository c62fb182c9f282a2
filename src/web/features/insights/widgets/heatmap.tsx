import { useQuery } from "@tanstack/react-query";
import { MOST_WORD_DAYS } from "#contract/shared/word-origins.ts";
import { addDays } from "#language/moment.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { api } from "../../../platform/api.ts";
import { type GridProps, HeatmapGrid } from "../heatmap-grid.tsx";

const WEEKS = { S: 18, M: 26, L: 53 };

export const widget = defineWidget({
  View: function Heatmap({ size }) {
    useAccountNow();
    const today = accountDay();
    const from = addDays(today, 1 - MOST_WORD_DAYS);
    const query = useQuery(api.insights.words.queryOptions({ input: { from, to: today, by: "day" } }));
    const days = new Map(query.data?.rows.map(({ day, written }) => [day!, written]));
    return (
      <WidgetStates of={query}>
        <HeatmapGrid days={days} today={today} weeks={WEEKS[size]} />
      </WidgetStates>
    );
  },
  Preview: ({ size }) => <HeatmapGrid {...sampleOf(WEEKS[size])} weeks={WEEKS[size]} />,
});

/** The same on every day that it is looked at. */
function sampleOf(weeks: number): Pick<GridProps, "days" | "today"> {
  const today = accountDay();
  const days = Array.from({ length: weeks * 7 }, (_, index) => {
    const wave = Math.sin(index / 9) + Math.sin(index * 1.7);
    return [addDays(today, -index), wave > 0 ? Math.round(wave * 600) : 0] as const;
  });
  return { today, days: new Map(days) };
}
