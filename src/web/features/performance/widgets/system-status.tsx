import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Meter } from "./performance.tsx";
import { type Reading, SAMPLES, useReadings } from "./readings.ts";

const DAY = 86_400;

function Lines({ readings, uptime }: { readings: readonly Reading[]; uptime?: number | undefined }) {
  const days = uptime === undefined ? 0 : Math.floor(uptime / DAY);
  return (
    <div className="flex flex-col gap-4 py-1">
      {readings.map((reading) => (
        <Meter key={reading.of} reading={reading} isLine />
      ))}
      {uptime !== undefined && (
        <p className="text-xs text-muted">
          {days === 0
            ? t("Running since today")
            : plural(days, { one: "Running for {count} day", other: "Running for {count} days" })}
        </p>
      )}
    </div>
  );
}

export const widget = defineWidget({
  link: { to: "/app/apm", words: t("Page Speed") },
  View: function SystemStatus() {
    const { query, readings, uptime } = useReadings();
    const shown = readings ? (
      <Lines readings={[readings.cpu, readings.memory, readings.storage]} uptime={uptime} />
    ) : (
      <SkeletonRows count={3} />
    );
    return query ? <WidgetStates of={query}>{shown}</WidgetStates> : shown;
  },
  Preview: () => <Lines readings={[SAMPLES.cpu, SAMPLES.memory, SAMPLES.storage]} />,
});
