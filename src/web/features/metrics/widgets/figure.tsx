import { useQuery } from "@tanstack/react-query";
import { Link2, Pencil } from "lucide-react";
import { useState } from "react";
import type { WidgetSize } from "#contract/shared/dashboard.ts";
import type { Metric } from "#contract/metrics.ts";
import { defineFields, type SettingsOf } from "../../../kernel/widgets/settings.ts";
import { defineWidget, type Widget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { FigureAge, FigureView } from "../figure-view.tsx";
import { SAMPLES } from "../sample-figures.ts";

const ConnectDialog = deferred(async () => (await import("../connect/connect-dialog.tsx")).ConnectDialog);

const fields = defineFields({
  // Chosen on the card. The name finds a metric that has no value yet.
  metricId: { kind: "text", label: "", initial: "", isHidden: true },
  metricName: { kind: "text", label: "", initial: "", isHidden: true },
  days: {
    kind: "choice",
    label: t("Compared with"),
    initial: "30",
    options: { 7: t("7 days before"), 30: t("30 days before"), 90: t("90 days before") },
  },
});
type Settings = SettingsOf<typeof fields>;

const isConnected = ({ metricId, metricName }: Settings) => metricId !== "" || metricName !== "";

const sought = (metrics: readonly Metric[], { metricId, metricName }: Settings): Metric | undefined =>
  metrics.find(({ id, name }) =>
    metricId ? id === metricId : name.toLowerCase() === metricName.toLowerCase(),
  );

function Sample({ of, name, size, onConnect }: SampleProps) {
  const { value, unit, previous, history } = SAMPLES[of]!;
  return (
    <FigureView
      metric={{ name, current: value, previous, unit, kind: "gauge" }}
      days={30}
      history={history}
      size={size}
    >
      {onConnect && (
        <Button className="h-7! px-2! text-xs!" onClick={onConnect}>
          <Link2 size={13} aria-hidden="true" /> {t("Connect Your Own")}
        </Button>
      )}
    </FigureView>
  );
}
type SampleProps = { of: string; name: string; size: WidgetSize; onConnect?: () => void };

type OwnProps = { metric: Metric; cardName: string; days: number; size: WidgetSize; onEdit: () => void };

function Own({ metric, cardName, days, size, onEdit }: OwnProps) {
  const { id: metricId, name } = metric;
  const history = useQuery(api.metrics.history.queryOptions({ input: { metricId, days } }));
  const label = t("Values of {name}", { name });
  return (
    <FigureView
      metric={metric}
      isNamed={name.toLowerCase() !== cardName.toLowerCase()}
      days={days}
      history={(history.data?.days ?? []).map(({ value }) => value)}
      size={size}
    >
      <FigureAge metric={metric} />
      <IconButton label={label} title={label} className="ms-auto" onClick={onEdit}>
        <Pencil size={13} />
      </IconButton>
    </FigureView>
  );
}

/** One card of a figure: the person's own once one is connected, a sample until then. */
export function figureWidget(key: string, name: string): Widget {
  return defineWidget({
    fields,
    isSample: (settings) => !isConnected(settings),
    View: function Figure({ settings, size, onChange }) {
      const [isOpen, setIsOpen] = useState(false);
      const days = Number(settings.days);
      const query = useQuery(api.metrics.list.queryOptions({ input: { days } }));
      const metrics = query.data?.metrics ?? [];
      const metric = isConnected(settings) ? sought(metrics, settings) : undefined;
      const open = () => setIsOpen(true);
      return (
        <>
          {!isConnected(settings) ? (
            <Sample of={key} name={name} size={size} onConnect={open} />
          ) : (
            <WidgetStates of={query}>
              {metric ? (
                <Own metric={metric} cardName={name} days={days} size={size} onEdit={open} />
              ) : (
                <Missing name={settings.metricName} isDeleted={settings.metricId !== ""} onConnect={open} />
              )}
            </WidgetStates>
          )}
          {isOpen && (
            <ConnectDialog
              cardName={name}
              metrics={metrics}
              metric={metric}
              isConnected={isConnected(settings)}
              onConnect={onChange}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      );
    },
    Preview: ({ size }) => <Sample of={key} name={name} size={size} />,
  });
}

type MissingProps = { name: string; isDeleted: boolean; onConnect: () => void };

function Missing({ name, isDeleted, onConnect }: MissingProps) {
  return (
    <div className="flex h-full flex-col items-start justify-center gap-2 text-sm text-muted">
      <p>
        {isDeleted ? t("This metric was deleted.") : t("Waiting for the first value of {name}.", { name })}
      </p>
      <Button onClick={onConnect}>{isDeleted ? t("Connect Another") : t("How to Send It")}</Button>
    </div>
  );
}
