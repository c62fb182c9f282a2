import { useState } from "react";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import type { TabProps } from "./connect-form.ts";

type ChooseTabProps = Pick<TabProps, "metric" | "onDone"> & {
  metrics: readonly Metric[];
  isConnected: boolean;
};

/** One that is there already, or the sample again. */
export function ChooseTab({ metrics, metric, isConnected, onDone }: ChooseTabProps) {
  const [chosen, setChosen] = useState(metric?.id ?? metrics[0]?.id ?? "");
  return (
    <div className="flex flex-col gap-4">
      <Select label={t("Metric")} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {metrics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <DialogActions>
        {isConnected && (
          <Button onClick={() => onDone({ metricId: "" })}>{t("Show the Sample Again")}</Button>
        )}
        <Button look="primary" onClick={() => onDone({ metricId: chosen })}>
          {t("Show This One")}
        </Button>
      </DialogActions>
    </div>
  );
}
