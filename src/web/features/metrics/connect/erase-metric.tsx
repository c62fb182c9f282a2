import { useEffect, useRef, useState } from "react";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../../lib/messages/t.ts";
import { errorMessage } from "../../../platform/rpc-errors.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button } from "../../../ui/button.tsx";
import { FormError } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { refreshMetrics } from "../metric-changes.ts";

type EraseMetricProps = { metric: Pick<Metric, "id" | "name">; onClose: () => void };

/** Asks before, because a metric goes to no trash. */
export function EraseMetric({ metric, onClose }: EraseMetricProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const erase = async () => {
    setIsBusy(true);
    try {
      await rpc.metrics.remove({ metricId: metric.id });
      toast.success(t("Metric deleted"));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, t("Couldn't delete the metric.")));
      setIsBusy(false);
    }
    refreshMetrics();
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm wrap-anywhere">
        {t("Delete {name} with all its values? This cannot be undone.", { name: metric.name })}
      </p>
      <FormError words={failure} />
      <DialogActions>
        <Button ref={cancel} onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void erase()}>
          {t("Delete permanently")}
        </Button>
      </DialogActions>
    </div>
  );
}
