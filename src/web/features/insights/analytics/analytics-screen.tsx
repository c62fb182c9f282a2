import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartLine } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import type { Analytics } from "#contract/analytics.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { GoalLine } from "../../../kernel/insights/goal-line.tsx";
import { useOverview, useWritingGoal } from "../../../kernel/insights/insights-query.ts";
import { LoadFault } from "../../../kernel/load-fault.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Screen } from "../../../ui/screen.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { showBehind } from "./behind.ts";
import { BehindDialog } from "./behind-dialog.tsx";
import { Breakdowns } from "./breakdowns.tsx";
import { CalendarTime } from "./calendar-time.tsx";
import { type DayRow, rowsByDay, rowsByHour } from "./chart-rows.ts";
import { ColumnChart } from "./column-chart.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import { LanguageCard } from "./language-card.tsx";
import { useLastKnownDay } from "./last-known-day.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { dayWords, type Period, periodOf, type PeriodSearch, shownPeriod } from "./periods.ts";
import { UpkeepLists } from "./upkeep-list.tsx";
import { WebLinksCard } from "./web-links-card.tsx";
import { makeWeeklyReview } from "./weekly-review.ts";
import { YearCard } from "./year-card.tsx";

const FAULTS = {
  offline: t("Can't load your figures while offline."),
  failed: t("The figures couldn't be loaded."),
};

type AnalyticsScreenProps = {
  search: PeriodSearch;
  onSearch: (search: PeriodSearch) => void;
  heading: Ref<HTMLHeadingElement>;
  /** What leads to the other views of the same page. */
  views: ReactNode;
};

/** What was written when, where and how fast, with what is behind each number. */
export function AnalyticsScreen({ search, onSearch, heading, views }: AnalyticsScreenProps) {
  useAccountNow();
  const today = accountDay();
  const { period: asked, length } = shownPeriod(search, today);
  const query = useQuery(api.insights.analytics.queryOptions({ input: asked, staleTime: 0 }));
  // Offline on a later day, the figures up to the day on which they were loaded.
  const lastDay = useLastKnownDay(length, today, query.error !== null && query.data === undefined);
  const period = length && lastDay ? periodOf(length, lastDay) : asked;
  const { data } = useQuery(api.insights.analytics.queryOptions({ input: period, staleTime: 0 }));
  const isNew = data?.exactFrom === null;
  return (
    <Screen
      frame="full"
      title={t("Analytics")}
      heading={heading}
      actions={data && !isNew && <ReviewButton today={today} />}
      filters={
        <>
          {views}
          {!isNew && <PeriodChoice search={search} today={today} onSearch={onSearch} />}
        </>
      }
    >
      {query.error && (
        <LoadFault
          error={query.error}
          isOld={data !== undefined && !isNew}
          words={FAULTS}
          onRetry={() => void query.refetch()}
        />
      )}
      {lastDay && data && (
        <p className="pb-3 text-sm">{t("These figures go up to {day}.", { day: dayWords(lastDay) })}</p>
      )}
      {data && !isNew ? (
        <Figures of={data} period={period} today={lastDay ?? today} />
      ) : query.error ? null : isNew ? (
        <NothingYet />
      ) : (
        <SkeletonRows count={8} />
      )}
      <BehindDialog />
    </Screen>
  );
}

function ReviewButton({ today }: { today: string }) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      isBusy={isBusy}
      className="pointer-coarse:h-11"
      onClick={async () => {
        setIsBusy(true);
        await makeWeeklyReview(today);
        setIsBusy(false);
      }}
    >
      {t("Weekly Review")}
    </Button>
  );
}

function Figures({ of, period, today }: { of: Analytics; period: Period; today: string }) {
  const goal = useWritingGoal();
  const overview = useOverview();
  const openDays = ({ label, from, to }: DayRow) =>
    showBehind({ title: label, kind: "notes", asked: { from, to } });
  return (
    <div className="flex flex-col gap-4">
      <GoalLine />
      <FigureTiles of={of} period={period} goal={goal} streak={overview.data?.streakDays ?? 0} />
      <ColumnChart
        title={t("Words over time")}
        rows={rowsByDay(of.days, period)}
        isNewestFirst
        onOpen={openDays}
      />
      <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-2">
        <ColumnChart
          title={t("Words by time of day")}
          rows={rowsByHour(of)}
          onOpen={({ key, label }) =>
            showBehind({ title: label, kind: "notes", asked: { ...period, hour: Number(key) } })
          }
        />
        <YearCard today={today} />
        <Breakdowns period={period} origins={of.origins} />
        <CalendarTime period={period} />
        <UpkeepLists period={period} />
        <WebLinksCard />
        <LanguageCard period={period} />
      </div>
      <ExactFrom of={of} />
    </div>
  );
}

function ExactFrom({ of: { exactFrom, hoursFrom } }: { of: Analytics }) {
  return (
    <p className="text-sm text-muted">
      {exactFrom && t("Words are exact from {day}.", { day: dayWords(exactFrom) })}{" "}
      {hoursFrom &&
        hoursFrom !== exactFrom &&
        t("Hours and sessions are exact from {day}.", { day: dayWords(hoursFrom) })}{" "}
      {t(
        "Nobody but you sees these figures. Whose note you write in sees how many words of it are yours, as in its history.",
      )}
    </p>
  );
}

const NothingYet = () => (
  <EmptyState
    icon={<ChartLine size={20} />}
    title={t("Nothing written yet")}
    action={
      <Link to="/app/editor/{-$noteId}" params={{}} className={buttonClass("primary")}>
        {t("Write a note")}
      </Link>
    }
  >
    {t("Once you write, this page shows how much, when and where, with the notes behind each number.")}
  </EmptyState>
);
