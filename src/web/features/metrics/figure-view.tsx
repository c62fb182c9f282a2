import { Minus, TrendingDown, TrendingUp, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { WidgetSize } from "#contract/shared/dashboard.ts";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../lib/messages/t.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { Sparkline } from "../../ui/data-parts/sparkline.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { changeOf, valueWords } from "./figure-words.ts";

type FigureViewProps = {
  metric: Pick<Metric, "name" | "current" | "previous" | "unit" | "kind">;
  /** Its name, where the card's is another. */
  isNamed?: boolean;
  days: number;
  history: readonly number[];
  size: WidgetSize;
  /** When it came, and what can be done with it. */
  children?: ReactNode;
};

const ICONS = { up: TrendingUp, down: TrendingDown, same: Minus };

/** A figure: value, change and how it went. */
export function FigureView({ metric, isNamed, days, history, size, children }: FigureViewProps) {
  const { current, unit, name } = metric;
  const change = changeOf(metric, days);
  const Icon = ICONS[change?.direction ?? "same"];
  return (
    <div className="flex h-full flex-col gap-1.5">
      <p className="min-w-0 truncate text-2xl font-semibold tabular-nums" dir="auto">
        {current === null ? "–" : valueWords(current, unit)}
      </p>
      <p className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <Icon size={14} aria-hidden="true" className="shrink-0" />
        <span className="truncate">{change?.words ?? t("Nothing earlier to compare with")}</span>
      </p>
      <Sparkline
        values={history}
        label={t("{name} over {days} days", { name, days })}
        className={size === "S" ? "min-h-6 flex-1" : "max-h-40 min-h-10 flex-1"}
      />
      <div className="mt-auto flex min-w-0 flex-wrap items-center justify-between gap-x-2 text-xs text-faint">
        {isNamed && (
          <span className="min-w-0 truncate text-muted" dir="auto">
            {name}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

/** Of when the value is, and what keeps its address from giving another one. */
export function FigureAge({ metric: { lastAt, source } }: { metric: Pick<Metric, "lastAt" | "source"> }) {
  useMinute();
  if (!lastAt) return null;
  if (!source?.error) return <Time at={lastAt} className="shrink-0" />;
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-warn">
      <TriangleAlert size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {source.error} <Time at={lastAt} words={(when) => t("Last value {when}.", { when })} />
      </span>
    </span>
  );
}
