import { clsx } from "clsx";
import { defineWidget, type Widget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { type Reading, type Resource, SAMPLES, useReadings } from "./readings.ts";

/** Above 85 red, above 70 yellow, otherwise green. */
const toneOf = (percent: number): string => (percent > 85 ? "danger" : percent > 70 ? "warn" : "good");

export function Meter({ reading, isLine = false }: { reading: Reading; isLine?: boolean }) {
  const { of, percent, words, isSample } = reading;
  const tone = percent === null ? "good" : toneOf(percent);
  return (
    <div className={clsx("flex flex-col", isLine ? "gap-1" : "h-full justify-center gap-2")}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-muted">
          {of} {isSample && <span className="text-xs">({t("Sample")})</span>}
        </span>
        <span className={clsx("tabular-nums", isLine ? "text-sm" : "text-2xl font-semibold")}>{words}</span>
      </p>
      {percent !== null && (
        <meter
          aria-label={of}
          min={0}
          max={100}
          value={percent}
          data-tone={tone}
          className="meter block h-2 w-full"
        />
      )}
    </div>
  );
}

const resourceOf = (key: string) => key.slice("performance-".length) as Resource;

/** One of the four. */
export function performanceWidget(key: string): Widget {
  const resource = resourceOf(key);
  return defineWidget({
    View: function Performance() {
      const { query, readings } = useReadings();
      const shown = readings ? <Meter reading={readings[resource]} /> : <SkeletonRows count={2} />;
      return query ? <WidgetStates of={query}>{shown}</WidgetStates> : shown;
    },
    Preview: () => <Meter reading={SAMPLES[resource]} />,
  });
}
