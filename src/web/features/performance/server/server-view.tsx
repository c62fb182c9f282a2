import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import type { ApmOverview } from "#contract/apm.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { RadioRow } from "../../../ui/radio-row.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { FiguresFailed } from "../load-failed.tsx";
import { AlarmList } from "./alarm-list.tsx";
import { ErrorGroups } from "./error-groups.tsx";
import { Operations, Statements } from "./operations.tsx";
import { ServerCharts } from "./server-charts.tsx";
import { ServerFigures } from "./server-figures.tsx";

/** A minute is the least that is counted; longer stretches change slowly, and take the server longer to read. */
const EVERY_MS = 30_000;
const SLOWLY_MS = 5 * 60_000;

const RANGES = ["1", "24", "336"] as const;
type Range = (typeof RANGES)[number];

type ServerViewProps = { hours: string | undefined; onHours: (hours: string) => void };

/** How the server does, for its operator. */
export function ServerView({ hours, onHours }: ServerViewProps) {
  const range: Range = RANGES.find((one) => one === hours) ?? "1";
  const every = { refetchInterval: EVERY_MS, staleTime: 0 };
  const overview = useQuery({
    ...api.apm.overview.queryOptions({ input: { hours: Number(range) as 1 | 24 | 336 } }),
    ...every,
    refetchInterval: range === "1" ? EVERY_MS : SLOWLY_MS,
  });
  const alarms = useQuery({ ...api.apm.alarms.queryOptions({ input: {} }), ...every });
  const errors = useQuery({ ...api.apm.errors.queryOptions({ input: {} }), ...every });
  const all = [overview, alarms, errors];
  const error = all.find((one) => one.error)?.error;
  return (
    <div className="flex flex-col gap-8">
      <RadioRow<Range>
        label={t("Time range")}
        options={[
          { value: "1", words: t("Last hour") },
          { value: "24", words: t("Last day") },
          { value: "336", words: t("Two weeks") },
        ]}
        value={range}
        onChoose={onHours}
      />
      {error && (
        <FiguresFailed
          error={error}
          isOld={all.every(({ data }) => data)}
          onRetry={() => all.forEach((one) => void one.refetch())}
        />
      )}
      {overview.data && alarms.data && errors.data ? (
        // Together: what came later would push the rest down.
        <>
          <AlarmList alarms={alarms.data.alarms} />
          <Figures overview={overview.data} isHour={range === "1"} isDays={range === "336"} />
          <ErrorGroups groups={errors.data.groups} />
        </>
      ) : (
        !error && <SkeletonRows count={6} />
      )}
    </div>
  );
}

type FiguresProps = { overview: ApmOverview; isHour: boolean; isDays: boolean };

function Figures({ overview, isHour, isDays }: FiguresProps) {
  const { points, operations, statements } = overview;
  if (points.length === 0)
    return (
      <EmptyState icon={<Gauge size={20} />} title={t("Nothing counted yet")}>
        {t("The first figures appear a minute after the server's start.")}
      </EmptyState>
    );
  return (
    <>
      <ServerFigures overview={overview} />
      <ServerCharts points={points} isDays={isDays} />
      <Operations operations={operations} isDay={!isHour} />
      <Statements statements={statements} />
    </>
  );
}
