import { useRef, useState } from "react";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import type { TabProps } from "./connect-form.ts";
import { EraseMetric } from "./erase-metric.tsx";

type ChooseTabProps = Pick<TabProps, "metric" | "onDone"> & {
  metrics: readonly Metric[];
  isConnected: boolean;
};

/** One that is there already, or the sample again; and the place where a metric is deleted. */
export function ChooseTab({ metrics, metric, isConnected, onDone }: ChooseTabProps) {
  const [picked, setPicked] = useState(metric?.id ?? "");
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLSelectElement>(null);
  const chosen = metrics.find(({ id }) => id === picked) ?? metrics[0];
  // One that is gone by now is asked about no longer, and no other takes its place.
  const erasing = metrics.find(({ id }) => id === asked);
  if (!chosen) return <p className="text-sm text-muted">{t("You have no metrics yet.")}</p>;
  const leave = () => {
    setAsked(null);
    list.current?.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      <Select
        ref={list}
        label={t("Metric")}
        value={chosen.id}
        onChange={(event) => {
          setPicked(event.target.value);
          setAsked(null);
        }}
      >
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {erasing ? (
        <EraseMetric metric={erasing} onClose={leave} />
      ) : (
        <DialogActions>
          <Button onClick={() => setAsked(chosen.id)}>{t("Delete Metric...")}</Button>
          {isConnected && (
            <Button onClick={() => onDone({ metricId: "" })}>{t("Show the Sample Again")}</Button>
          )}
          <Button look="primary" onClick={() => onDone({ metricId: chosen.id })}>
            {t("Show This One")}
          </Button>
        </DialogActions>
      )}
    </div>
  );
}
