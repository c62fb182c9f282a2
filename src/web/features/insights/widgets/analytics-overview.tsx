import type { ReactNode } from "react";
import type { InsightsOverview } from "#contract/insights.ts";
import { useOverview } from "../../../kernel/insights/insights-query.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { language } from "../../../lib/messages/catalog.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

type Figures = Omit<InsightsOverview, "day" | "wordsToday">;

function Figure({ name, value, more }: { name: string; value: number; more?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-muted">{name}</dt>
      <dd>
        <span className="text-xl font-semibold tabular-nums">{value.toLocaleString(language)}</span>
        {more && <span className="block text-xs text-muted tabular-nums">{more}</span>}
      </dd>
    </div>
  );
}

function Overview({ of, isSmall = false }: { of: Figures; isSmall?: boolean }) {
  const made = { count: of.notesThisWeek.toLocaleString(language) };
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 @lg:grid-cols-3">
      <Figure
        name={t("Notes")}
        value={of.notes}
        more={of.notesThisWeek > 0 && plural(of.notesThisWeek, { other: "{count} new this week" }, made)}
      />
      <Figure
        name={t("Words this week")}
        value={of.wordsThisWeek}
        more={t("Last week by now: {words}", { words: of.wordsLastWeek.toLocaleString(language) })}
      />
      <Figure name={t("Words in notes")} value={of.words} />
      <Figure name={t("Days in a row")} value={of.streakDays} />
      {!isSmall && <Figure name={t("Tasks done this week")} value={of.tasksDoneThisWeek} />}
    </dl>
  );
}

const SAMPLE: Figures = {
  notes: 128,
  notesThisWeek: 6,
  words: 84_210,
  wordsThisWeek: 4_320,
  wordsLastWeek: 3_870,
  streakDays: 12,
  tasksDoneThisWeek: 9,
};

export const widget = defineWidget({
  View: function AnalyticsOverview({ size }) {
    const query = useOverview();
    return (
      <WidgetStates of={query}>
        {query.data && <Overview of={query.data} isSmall={size === "S"} />}
      </WidgetStates>
    );
  },
  Preview: ({ size }) => <Overview of={SAMPLE} isSmall={size === "S"} />,
});
